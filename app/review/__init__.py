"""Two versions of a draft, side by side. Pure: values in, values out."""
