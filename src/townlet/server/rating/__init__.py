"""The server of a rating study: what a person with a link may see and do on its blind rating page."""
