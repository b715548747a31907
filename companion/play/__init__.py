"""The simulated table: a whole companion on one laptop, with a terminal for its devices, or with lines alone.

The daemon is the very one that serves a real table. What stands here is only what the people, their hands and their
eyes are there: fingers on a button, tokens in a bag, cards in hands.
"""
