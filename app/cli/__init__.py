"""The command line: the same verbs as every other door, with text for a person or JSON for a program."""
