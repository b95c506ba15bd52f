"""The manifest, as far as a scheduler needs it; the program itself checks all of it."""

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

from pathlib import Path

from .errors import DaskRunError


def number_of_parts(manifest):
    """Returns the number of parts of a manifest that 'bayeschess shard plan' wrote."""
    try:
        with Path(manifest).open("rb") as file:
            parts = tomllib.load(file)["manifest"]["parts"]
    except OSError as error:
        raise DaskRunError(f"{manifest}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise DaskRunError(f"{manifest}: this is not a manifest; make one with 'bayeschess shard plan'") from error
    if not isinstance(parts, list) or not parts:
        raise DaskRunError(f"{manifest}: it has no parts; make one with 'bayeschess shard plan'")
    return len(parts)
