"""The operator of a running hall: a socket in its folder, and the orders that it takes."""
