"""Client of Factshelf, an API of product facts. `connect` begins; calls are in `factshelf.api`, shapes in `factshelf.models`."""

from .connection import connect
from .factshelf_error import FactshelfError

__all__ = ("FactshelfError", "connect")
