"""Games that people play: kept on disk, with agents on some seats and advice for the others."""
