"""The rules: numpy and Numba only."""
