"""llama-cpp-python's server, as Jurat starts it:  python -P -m app.engines.python_program --model FILE ...

The arguments are those of ``llama_cpp.server``, which has none for what is set here.
"""

import runpy

from app.engines.processor import repacking_crashes


def _keep_weights_as_they_are() -> None:
    from llama_cpp import llama_cpp

    defaults = llama_cpp.llama_model_default_params

    def without_other_forms() -> llama_cpp.llama_model_params:
        params: llama_cpp.llama_model_params = defaults()
        params.use_extra_bufts = False
        return params

    llama_cpp.llama_model_default_params = without_other_forms


if __name__ == "__main__":
    if repacking_crashes():
        _keep_weights_as_they_are()
    runpy.run_module("llama_cpp.server", run_name="__main__", alter_sys=True)
