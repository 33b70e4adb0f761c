"""What makes a claim stand: grading, verdicts, detectors, calculations. Pure, deterministic, explained."""
