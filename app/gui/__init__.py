"""The window. The only package that knows Qt: it starts verbs of ``actions`` and shows facts; it decides nothing."""
