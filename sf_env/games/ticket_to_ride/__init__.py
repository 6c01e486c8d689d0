"""Ticket to Ride: San Francisco (Alan R. Moon, 2022): all that is only this game's."""
