"""What the rating page asks the server."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request

from townlet.server.protocol.rating import RatingShown, TaskDone
from townlet.server.rating.room import Room
from townlet.study.rating.plan import Seat

router = APIRouter(prefix="/api/rating", tags=["rating"])


def _room(request: Request) -> Room:
    room: Room = request.app.state.room
    return room


def _seat(request: Request) -> Seat:
    seat: Seat = request.scope["seat"]
    return seat


InRoom = Annotated[Room, Depends(_room)]
OnSeat = Annotated[Seat, Depends(_seat)]


@router.get("")
def shown(room: InRoom, seat: OnSeat) -> RatingShown:
    """How far they have come, and what is next."""
    return room.shown(seat)


@router.post("/consent")
def consent(room: InRoom, seat: OnSeat) -> RatingShown:
    """They agree to the text."""
    room.agree(seat)
    return room.shown(seat)


@router.post("/watched")
def watched(room: InRoom, seat: OnSeat) -> RatingShown:
    """They have watched the replay."""
    room.go_on(seat)
    return room.shown(seat)


@router.post("/done")
def done(task: TaskDone, room: InRoom, seat: OnSeat) -> RatingShown:
    """They have done a task; what comes next. Refused (409) for a task that is not the next."""
    room.take(seat, task)
    return room.shown(seat)


def only_their_own(request: Request, room: InRoom, seat: OnSeat) -> None:
    """Lets through what they may look at: the replay, and the memory of the person whom they watch."""
    if room.sitting(seat).began is None:
        raise HTTPException(403, "Read the text and agree first.")
    parts = request.scope["path"].removeprefix("/api/").split("/")
    person = room.person(seat)
    match parts:
        case ["marks"] if request.query_params.get("who") == person:
            return
        case ["session"] | ["reel"] | ["town"] | ["things"] | ["talks", _] | ["town", "files", *_]:
            return
        case ["people", name] if name == person:
            return
        case ["people", name, "plans" | "memories" | "retrieval" | "reflections" | "ties" | "talks"] if name == person:
            return
        case ["memories", name, *_] if name == person:
            return
    raise HTTPException(404, f"This page shows what {person} did and remembers, and nothing else.")
