"""`townlet attack`: what people make of strangers who want something of them, measured from what a town then lives."""
