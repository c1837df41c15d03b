"""What goes with the data of a study: a description by the ODD protocol, and Croissant metadata, from what is known.

ODD has seven elements (Grimm et al. 2020); Croissant is MLCommons' format for describing data sets.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

from townlet.cognition.profile import profile_named
from townlet.measures.table import Table
from townlet.studies.instruments import title_of
from townlet.studies.record import methods_paragraph
from townlet.studies.tables import StudyResults


def odd_description(results: StudyResults) -> str:
    """Return the model of a study in the seven elements of ODD, as Markdown."""
    parts = "\n\n".join(
        f"## {number}. {title}\n\n{text}" for number, (title, text) in enumerate(_odd(results), start=1)
    )
    return f"# ODD: {results.study.name}\n\n{parts}\n"


def _odd(results: StudyResults) -> Iterator[tuple[str, str]]:
    study, config = results.study, results.study.config
    town, clock = study.town, study.clock
    setting = town.setting
    outcomes = "; ".join(map(title_of, study.outcomes.values()))
    left_out = f" Without {', '.join(config.left_out)}." if config.left_out else ""
    factors = "; ".join(f"{name}: {', '.join(factor.levels)}" for name, factor in study.factors.items())
    profile = profile_named(config.profile)
    yield (
        "Purpose and patterns",
        f"{study.hypothesis or study.name} The patterns by which it is judged: {outcomes}.",
    )
    yield (
        "Entities, state variables, and scales",
        f"{len(town.people)} people of {town.name}, each with a place, an activity, a plan and a memory stream; "
        f"{len(setting.objects)} objects, each with a state; a map of {setting.tiles.width} x {setting.tiles.height} "
        f"tiles. A step is {clock.step_seconds} seconds; worlds live from {town.start:%Y-%m-%d %H:%M} to "
        f"{clock.at(study.until):%Y-%m-%d %H:%M}, {study.until:,} steps.",
    )
    yield (
        "Process overview and scheduling",
        "In each step users' commands come first; then the world moves on (walking, doors, objects); then everybody "
        "who is due thinks about the same state of the world; then their actions are settled in a fixed order.",
    )
    yield (
        "Design concepts",
        "People perceive what is near, remember it, retrieve memories by recency, importance and relevance, reflect, "
        f"plan their day, react and talk (Park et al. 2023), in the profile {profile.name!r}.{left_out} News and "
        f"acquaintance emerge from talk. Chance depends on seed, person and step alone; seeds: "
        f"{', '.join(map(str, study.seeds))}. Observed: {outcomes}.",
    )
    yield (
        "Initialization",
        f"Everybody begins with the story in their file; the town's digest is {town.digest}. Worlds of a seed are "
        f"alike but for the factors: {factors}.",
    )
    yield "Input data", f"None during a run. The model is {config.model}, the embedder {config.embedder}."
    yield (
        "Submodels",
        "Cognition, world and measures are described in Townlet's documentation (How it thinks; Measures). Its version "
        f"is {version('townlet')}. What was done on purpose in each world is in study.manifest.json.",
    )


_TYPES = {int: "sc:Integer", float: "sc:Float", bool: "sc:Boolean"}


def croissant_of(results: StudyResults, tables: Sequence[Table]) -> str:
    """Return metadata for the tables of a study as Croissant, a JSON-LD document."""
    study = results.study
    data: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": study.name,
        "description": methods_paragraph(results),
        "version": "1.0.0",
        "url": f"urn:sha256:{study.digest}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": f"{table.key}.csv",
                "name": f"{table.key}.csv",
                "contentUrl": f"{table.key}.csv",
                "encodingFormat": "text/csv",
                "sha256": hashlib.sha256(table.as_csv().encode()).hexdigest(),
            }
            for table in tables
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": table.key,
                "name": table.key,
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"{table.key}/{column}",
                        "name": f"{table.key}/{column}",
                        "dataType": _type_of([row[place] for row in table.rows]),
                        "source": {"fileObject": {"@id": f"{table.key}.csv"}, "extract": {"column": column}},
                    }
                    for place, column in enumerate(table.names)
                ],
            }
            for table in tables
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _type_of(values: Sequence[object]) -> str:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return "sc:Float"
    return _TYPES.get(kinds.pop(), "sc:Text") if len(kinds) == 1 else "sc:Text"


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
