"""Games that people play: saved to disk, with agents on some seats and advice for the others."""
