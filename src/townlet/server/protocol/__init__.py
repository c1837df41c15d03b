"""Everything that goes over the wire or into an exported page: one description for server, client and documentation."""
