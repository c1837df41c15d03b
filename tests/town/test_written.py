from townlet.town import town_from_files


def test_each_sentence_of_the_description_is_a_seed_with_its_stop(town):
    assert town.people[0].seeds == (
        "Ada Fenn is a weaver at Mill cottage.",
        "Ada Fenn enjoys long walks.",
        "Is it late?",
    )


def test_a_bedtime_after_midnight_is_on_the_following_day(town_folder):
    file = "people/ada_fenn.toml"
    town_folder[file] = town_folder[file].replace('sleeps = "23:00"', 'sleeps = "1:00"')
    assert town_from_files(town_folder).people[0].sleeps == 1500


def test_a_bedtime_before_midnight_stays_on_its_day(town):
    assert town.people[0].sleeps == 23 * 60
