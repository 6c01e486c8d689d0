"""Weights of evaluations, and fitting them to how games end."""
