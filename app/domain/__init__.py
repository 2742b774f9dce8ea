"""The field's words. Standard library only: frozen values, no input or output."""
