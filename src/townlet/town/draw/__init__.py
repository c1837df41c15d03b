"""Drawing up a town's map: from the text plans of its folder `plan/` to `map.tmj`."""

from townlet.town.draw.compile import compile_plan, draw

__all__ = ["compile_plan", "draw"]
