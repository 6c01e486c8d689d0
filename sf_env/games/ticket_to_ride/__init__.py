"""Ticket to Ride: San Francisco (Alan R. Moon, 2022): the engine, the table, and the rest."""
