"""Running ahead: people who are out of each other's reach think at their own step, and the engine checks them."""
