"""Oracles (slow, literal transcriptions of the papers), verifiers of what releases promise, and databases to ask."""
