"""Search over imagined worlds in Ticket to Ride."""
