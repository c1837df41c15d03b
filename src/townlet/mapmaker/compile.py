"""Compiling a town's plan, a folder of sheets, to its map and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from townlet.files import read_text
from townlet.mapmaker.canvas import MARK_LAYERS, Canvas
from townlet.mapmaker.kit import kit
from townlet.mapmaker.pictures import (
    doors,
    flowers,
    fronts,
    furniture,
    hangings,
    lights,
    on_water,
    panes,
    poses,
    windows,
)
from townlet.mapmaker.png import with_few_colours, write_png
from townlet.mapmaker.sheet import FLOOR, Legend, Sheet, read_sheet
from townlet.mapmaker.tile_layers import ground_layers, house_layers
from townlet.mapmaker.tmj import PICTURES, TILES, TiledWriter
from townlet.mapmaker.trace import check_looks, covered, trace
from townlet.runfile.study_files import write_atomically
from townlet.town.defects import Defects, TownError
from townlet.town.drawing import MAP
from townlet.town.toml_file import read_toml

PLAN = "plan"
"""The folder of a town's plan."""
GROUND = "ground.txt"
"""The sheet of the whole town's ground, which sets the size of the map. The other sheets lie on it."""
LEGEND = "legend.toml"
"""The file with the letters that mean the same in every sheet."""
ORDER = (
    *("grass", "sand", "path", "paving", "road", "markings", "water", "deep"),
    *("floor", "rugs", "shade", "fences", "walls", "decor", "furniture", "caps"),
    *(*MARK_LAYERS, "lights", "poses"),
)
"""The layers of a map, from bottom to top."""


def draw_town(folder: Path | str) -> Path:
    """Write the map of a town and its two pictures, as the plan in `folder` describes them. Return the map's path.

    Raises TownError with every defect of the plan; then nothing is written.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise TownError(str(folder), ["there is no such folder; name the folder of a town that has a plan/ in it"])
    plan = folder / PLAN
    files = {each.name: _text(each) for each in sorted(plan.iterdir()) if _belongs(each)} if plan.is_dir() else {}
    for name, content in compile_town(files, str(folder)).items():
        write_atomically(folder / name, [content])
    return folder / MAP


def _belongs(file: Path) -> bool:
    return file.suffix == ".txt" or file.name == LEGEND


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except UnicodeDecodeError as error:
        what = f"{PLAN}/{file.name}: is not UTF-8 text; save it as UTF-8"
        raise TownError(str(file.parent.parent), [what]) from error


def compile_plan(files: Mapping[str, str], where: str = PLAN) -> str:
    """Return the map of a plan as the text of a .tmj file. `files` holds the plan's files by name. Raises TownError."""
    return paint(_trace_plan(files, where)).text(ORDER)


def compile_town(files: Mapping[str, str], where: str = PLAN) -> dict[str, bytes]:
    """Return the map of a plan and its two pictures, as files by name. Raises TownError."""
    writer = paint(_trace_plan(files, where))
    return {
        MAP: writer.text(ORDER).encode(),
        TILES: write_png(with_few_colours(writer.tiles.pixels())),
        PICTURES: write_png(with_few_colours(writer.pictures.pixels())),
    }


def paint(canvas: Canvas) -> TiledWriter:
    """Return a writer with all layers of the map: tiles, pictures and data."""
    chosen = kit()
    writer = TiledWriter(canvas, chosen)
    for name, layer in {**ground_layers(canvas, chosen), **house_layers(canvas, chosen)}.items():
        writer.tile_layer(name, layer, {"above": True} if name == "caps" else None)
    standing = [*(placed for _, placed in furniture(canvas, chosen)), *doors(canvas, chosen)]
    flat = [each for draw in (windows, fronts, hangings, flowers, on_water) for each in draw(canvas, chosen)]
    writer.picture_layer("decor", flat, {"flat": True})
    writer.picture_layer("furniture", standing)
    for name in MARK_LAYERS:
        if name != "windows":
            writer.mark_layer(name, canvas.marks[name])
    writer.point_layer("windows", panes(canvas, chosen))
    writer.point_layer("lights", lights(canvas, chosen))
    writer.point_layer("poses", poses(canvas, chosen))
    return writer


def _trace_plan(files: Mapping[str, str], where: str) -> Canvas:
    """Return the canvas with all sheets of a plan. Raises TownError."""
    defects = Defects()
    if GROUND not in files:
        raise TownError(where, [f"{PLAN}/{GROUND} is missing; it draws the ground of the whole town"])
    legend = read_toml(LEGEND, files.get(LEGEND, "").encode(), Legend, defects) or Legend()
    sheets = [read_sheet(name, files[name], legend, defects) for name in sorted(files) if name not in (LEGEND, GROUND)]
    buildings = [sheet for sheet in sheets if sheet is not None]
    ground = read_sheet(GROUND, files[GROUND], legend, defects)
    defects.stop_if_any(where)
    assert ground is not None, "a sheet that cannot be read leaves a defect"
    canvas = Canvas(ground.width, ground.height)
    for sheet in (_clear(ground, buildings), *buildings):
        check_looks(sheet.file, sheet.head, kit(), defects)
        trace(sheet, canvas, defects)
    _check_overlaps(buildings, defects)
    defects.stop_if_any(where)
    return canvas


def _clear(ground: Sheet, buildings: list[Sheet]) -> Sheet:
    """Return the ground sheet without what it draws under buildings."""
    under = frozenset(covered(buildings))
    return replace(
        ground,
        signs={tile: FLOOR if tile in under else sign for tile, sign in ground.signs.items()},
    )


def _check_overlaps(buildings: list[Sheet], defects: Defects) -> None:
    taken: dict[tuple[int, int], str] = {}
    for sheet in buildings:
        clashes = {taken.setdefault(tile, sheet.file): tile for tile in covered([sheet])}
        for other, tile in clashes.items():
            if other != sheet.file:
                defects.add(sheet.file, f"lies over {other}; change 'at' of one of them", tile)
