"""Trained networks of any game, played without torch: their files, and an agent."""
