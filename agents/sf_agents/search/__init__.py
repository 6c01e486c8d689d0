"""Tree searches of any game."""
