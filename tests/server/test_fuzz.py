"""No request that fits the OpenAPI description causes a server error."""

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from starlette.testclient import TestClient

from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession

pytestmark = pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")
"""The server lives in this process. What its threads draw meanwhile, Hypothesis would lay to the requests it makes."""
COSTLY = {"/api/fork": 3, "/api/resume": 3, "/api/ask": 12, "/api/what-if": 12}
"""How many examples to try of requests that make a file or run a mind."""
EXAMPLES = 25


@pytest.fixture(scope="module")
def copy(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the run that may be forked and resumed."""
    path = tmp_path_factory.mktemp("fuzzed") / "run.townlet"
    path.write_bytes(run.read_bytes())
    return path


@pytest.fixture(scope="module")
def client(copy: Path) -> Iterator[TestClient]:
    with TestClient(create_app(RunSession(copy), AccessPolicy(port=80)), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="module")
def operations(client: TestClient) -> list[Any]:
    schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
    return [result.ok() for result in schema.get_all_operations()]


def fuzz(operation: Any, client: TestClient, examples: int) -> set[int]:
    """Return the status codes of generated requests."""
    statuses: set[int] = set()

    @settings(max_examples=examples, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def sent(case: Any) -> None:
        request = case.as_transport_kwargs(base_url="http://localhost")
        kept = {key: value for key, value in request.items() if key in ("params", "json", "headers")}
        # What no client can put into an address never reaches the server.
        with suppress(httpx.InvalidURL, UnicodeEncodeError):
            answer = client.request(request["method"], request["url"], **kept)
            statuses.add(answer.status_code)
            assert answer.status_code < 500, f"{request['method']} {request['url']}: {answer.text}"

    with suppress(Unsatisfiable):
        sent()
    return statuses


def test_reading_changes_nothing_and_never_fails(client: TestClient, operations: list[Any], copy: Path) -> None:
    before, beside = sha256(copy.read_bytes()).hexdigest(), sorted(copy.parent.iterdir())
    looks = [operation for operation in operations if operation.method.upper() == "GET"]
    assert len(looks) > 15
    answered = set().union(*(fuzz(operation, client, EXAMPLES) for operation in looks))
    assert {200, 404} <= answered
    assert sha256(copy.read_bytes()).hexdigest() == before
    assert sorted(copy.parent.iterdir()) == beside


def test_acting_never_fails(client: TestClient, operations: list[Any]) -> None:
    acts = [operation for operation in operations if operation.method.upper() == "POST"]
    paths = {"/api/orders", "/api/resume", "/api/fork", "/api/ask", "/api/what-if"}
    assert {operation.path for operation in acts} == paths
    for operation in acts:
        assert fuzz(operation, client, COSTLY.get(operation.path, EXAMPLES))
