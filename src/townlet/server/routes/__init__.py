"""What can be asked of the server, a module for each kind of thing."""
