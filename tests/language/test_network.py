import pytest

from townlet.language.model import ModelError
from townlet.language.network import NetworkForbidden, forbid_network_models, require_network


@pytest.fixture(autouse=True)
def _no_network():
    """Lifts the ban that holds for all other tests: here it is what is tested."""


@pytest.fixture(autouse=True)
def _variable_unset(monkeypatch):
    monkeypatch.delenv("TOWNLET_NO_NETWORK", raising=False)


def test_network_models_may_work_by_default():
    require_network("far-model")


def test_a_forbidden_model_is_named():
    with forbid_network_models(), pytest.raises(NetworkForbidden, match=r"'far-model'.*forbid_network_models"):
        require_network("far-model")


def test_the_ban_ends_with_its_block_even_after_an_error():
    with pytest.raises(RuntimeError), forbid_network_models():
        raise RuntimeError
    require_network("far-model")


def test_an_inner_block_does_not_lift_the_outer_ban():
    with forbid_network_models():
        with forbid_network_models():
            pass
        with pytest.raises(NetworkForbidden):
            require_network("far-model")


@pytest.mark.parametrize("value", ["1", "true"])
def test_the_variable_forbids_for_the_whole_process(monkeypatch, value):
    monkeypatch.setenv("TOWNLET_NO_NETWORK", value)
    with pytest.raises(NetworkForbidden, match=f"TOWNLET_NO_NETWORK={value} forbids it"):
        require_network("far-model")


@pytest.mark.parametrize("value", ["", "0"])
def test_the_variable_set_to_nothing_forbids_nothing(monkeypatch, value):
    monkeypatch.setenv("TOWNLET_NO_NETWORK", value)
    require_network("far-model")


def test_asking_again_later_does_not_help():
    assert issubclass(NetworkForbidden, ModelError)
    assert not NetworkForbidden.transient
