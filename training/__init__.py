"""How the embedded scorer's model is made: labels, folds, fitting, calibration, model card."""
