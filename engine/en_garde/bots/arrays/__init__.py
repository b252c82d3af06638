"""Many rounds of En Garde at once, as arrays. This is all that needs NumPy, the extra `strong`."""

import os

# One core: the arrays are too small for more, and other work goes on beside them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
