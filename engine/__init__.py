"""Rules, matches, records and bots of the games; no user interface, standard library only."""
