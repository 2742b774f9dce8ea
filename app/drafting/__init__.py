"""From evidence to a draft: the pack, the prompts, and one function for each stage that a model does."""
