"""What resamples, simulates or leaves out: the engine of studies, and each study with
its figure and its words.
"""
