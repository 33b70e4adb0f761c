"""Synthetic deals with planted defects, made from seeds, by which the detectors of evidence are judged."""
