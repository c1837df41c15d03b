"""A real language model server for tests: llama.cpp's own, with a tiny model of random weights made on the spot."""
