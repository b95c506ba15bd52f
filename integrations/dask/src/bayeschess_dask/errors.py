"""The error of this package."""


class DaskRunError(Exception):
    """Reason in one sentence why parts could not be done or merged."""
