"""Every tile of the kit; importing this registers them."""

from art.tiles import caps, fences, floors, grass, rugs, shades, street, terrain, walls

__all__ = ["caps", "fences", "floors", "grass", "rugs", "shades", "street", "terrain", "walls"]
