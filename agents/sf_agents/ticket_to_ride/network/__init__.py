"""Networks that read the map of Ticket to Ride as a graph."""
