"""Drawing up a town's map: from the text plans of its folder `plan/` to `map.tmj`."""

from townlet.mapmaker.compile import compile_plan, draw_town

__all__ = ["compile_plan", "draw_town"]
