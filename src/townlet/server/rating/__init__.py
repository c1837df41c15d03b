"""The blind page of a rating study: what somebody with a link may see and do."""
