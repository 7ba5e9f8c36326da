"""Registers the server with jupyter-lsp, so that JupyterLab shows findings in YAML files."""

from ._program import find_program


def spec(_app):
    """What jupyter-lsp asks of each installed package: its servers by name."""
    return {
        "azml-ls": {
            "version": 2,
            "argv": [find_program()],
            "languages": ["yaml"],
            "mime_types": ["text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml"],
            "requires_documents_on_disk": False,
            "display_name": "azml-ls (Azure Machine Learning)",
            "urls": {
                "home": "https://github.com/azml-ls/azml-ls",
                "issues": "https://github.com/azml-ls/azml-ls/issues",
            },
        }
    }
