import pytest

from townlet.cognition.templates import built_in_prompts, template_source
from townlet.town import TownError, town_files, town_from_files


def with_prompt(name, text):
    return {**town_files("applegarth"), f"prompts/{name}.md": text.encode()}


def test_a_town_may_replace_a_prompt():
    town = town_from_files(with_prompt("emoji", "An emoji for {{ activity }}, please."))
    assert town.prompts == {"emoji": "An emoji for {{ activity }}, please."}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("conversed", "Hello.", "prompts/conversed.md: is not the name of a prompt"),
        ("conversed", "Hello.", "Did you mean 'converse'?"),
        ("emoji", "For {{ activty }}.", "prints 'activty', which this prompt does not have; it has activity."),
        ("emoji", "For {{ activity }.", "prompts/emoji.md: line 1: "),
    ],
)
def test_a_prompt_that_cannot_work_is_a_defect_of_the_town(name, text, says):
    with pytest.raises(TownError) as caught:
        town_from_files(with_prompt(name, text))
    assert says in str(caught.value)


@pytest.mark.parametrize("name", built_in_prompts())
def test_every_built_in_prompt_may_stand_in_for_itself(name):
    assert town_from_files(with_prompt(name, template_source(name))).prompts == {name: template_source(name)}
