"""How *Ticket to Ride: San Francisco* is shown."""
