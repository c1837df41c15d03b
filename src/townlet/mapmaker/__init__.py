"""The map maker: from the text plan in a town's folder `plan/` to `map.tmj` and its pictures."""

from townlet.mapmaker.compile import compile_plan, draw_town

__all__ = ["compile_plan", "draw_town"]
