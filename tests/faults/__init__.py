"""All that can go wrong between a run and its endpoint, made to happen on real sockets."""
