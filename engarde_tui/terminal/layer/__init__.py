"""What makes the program quick and its terminal safe, beyond Textual: it runs whole without this package.

Only changed cells are written, screens are styled once, parsed style sheets are shared, the driver survives
slow and lost lines. `terminal/choice.py` says when it is used.
"""
