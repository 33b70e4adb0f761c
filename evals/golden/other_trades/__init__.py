"""Golden deals in other trades and wordings, written after the detectors without a look at them."""
