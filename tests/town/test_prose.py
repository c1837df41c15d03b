"""A description in anybody's prose becomes sentences that each name whom they are about."""

from __future__ import annotations

import re

import pytest

from townlet.town import town_files, town_from_files
from townlet.town.prose import name_people, nicknames_in, sentences_of, stand_alone


def read(description: str, name: str = "Ada Lo", pronouns: str = "she") -> list[str]:
    return [*stand_alone(sentences_of(description), name, pronouns)]


@pytest.mark.parametrize(
    ("description", "sentences"),
    [
        ("Ada Lo bakes;\nAda Lo sings", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("Ada Lo bakes. Ada Lo sings!", ["Ada Lo bakes.", "Ada Lo sings!"]),
        ("Ada Lo knows Dr. Ng, who has a Ph.D. in law.", ["Ada Lo knows Dr. Ng, who has a Ph.D. in law."]),
        ("Ada Lo likes e.g. tea. Ada Lo came at 5 p.m. on Monday", None),
        ("Ada Lo bakes\nAda Lo sings\n2 cats", ["Ada Lo bakes.", "Ada Lo sings.", "2 cats."]),
        ("Ada Lo bakes for\nBo Ek and sings. Ada Lo\nhums.", ["Ada Lo bakes for Bo Ek and sings.", "Ada Lo hums."]),
        ("- Ada Lo bakes\n- Ada Lo sings", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("Ada Lo bakes\n\nAda Lo sings", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("Ada Lo\n  bakes   bread.", ["Ada Lo bakes bread."]),
        ("罗爱达是面包师。罗爱达喜欢唱歌！", ["罗爱达是面包师。", "罗爱达喜欢唱歌！"]),
        ("अदा रोटी बनाती है। अदा गाती है।", ["अदा रोटी बनाती है।", "अदा गाती है।"]),
        ("Ada Lo says “I bake.”", ["Ada Lo says “I bake.”"]),
        (" ; . ;", []),
        ('Ada Lo is 4\'11" tall. Ada Lo says "No."', ["Ada Lo is 4'11\" tall.", 'Ada Lo says "No."']),
        ("Ada Lo bakes 🥐 Ada Lo sings 🎶🎵", ["Ada Lo bakes 🥐.", "Ada Lo sings 🎶🎵."]),
        ("1. Ada Lo bakes.\n2) Ada Lo sings", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("• Ada Lo bakes • Ada Lo sings", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("## Past\n**Ada Lo** bakes.\n\n### Goals\nAda Lo *sings*.", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("<p>Ada Lo bakes.</p><p>Ada Lo sings.</p>", ["Ada Lo bakes.", "Ada Lo sings."]),
        ("Job: baker\nNeeds: a cart", ["Job: baker.", "Needs: a cart."]),
        ('"Ada Lo bakes. Ada Lo sings."', ["Ada Lo bakes.", "Ada Lo sings."]),
        ('"\nAda Lo bakes.', ["Ada Lo bakes."]),
        ('Ada Lo says "I bake."', ['Ada Lo says "I bake."']),
        ("Ada Lo\u200b taught approx. 300 pupils.", ["Ada Lo taught approx. 300 pupils."]),
        ("Ada Lo fears that he may say no. She waits.", ["Ada Lo fears that he may say no.", "She waits."]),
        ("Ada Lo lives at no. 7 Mill Lane.", ["Ada Lo lives at no. 7 Mill Lane."]),
    ],
)
def test_sentences_end_where_a_reader_says_so(description: str, sentences: list[str] | None) -> None:
    expected = ["Ada Lo likes e.g. tea.", "Ada Lo came at 5 p.m. on Monday."] if sentences is None else sentences
    assert [*sentences_of(description)] == expected


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("de", ["Ada zog am 12. Juni um.", "Sie wohnt Am Kirchpl. 7.", "Ihr Sohn ist 5.", "Er singt usw. bis spät."]),
        ("sv", ["Ada föddes den 3. maj i Lund.", "Hon bor på Storg. 5.", "Ja."]),
        ("es", ["Ada vive en la Avda. Norte.", "La Srta. Gil canta.", "El Gral. Paz va."]),
        ("nl", ["Dhr. Pos kent mevr. ir. Vos.", "Ze bakt o.a. taart.", "Ja."]),
        ("fr", ["Mme Lo aime M. Roy.", "Elle vit av. Hugo.", "Oui.", "Il est.", "Elle va."]),
        ("it", ["Ada ama il dott. Neri.", "Canta."]),
        ("ru", ["Ада живёт на ул. Мира, кв. 7.", "Да.", "Она поёт."]),
        ("pl", ["Ada mieszka przy ul. Krótkiej, m.in. z psem.", "Śpi."]),
        ("hi", ["डॉ. अदा गाती है।", "हाँ!"]),
        ("ja", ["エイダは「行く。」と言った。", "とても眠い。", "『はい。』"]),
        ("ur", ["ادا گاتی ہے۔", "وہ سوتی ہے۔"]),
        ("hy", ["Ադան երգում է։", "Նա քնում է։"]),
        ("am", ["አዳ ትዘፍናለች።"]),
        ("en", ["Ms. Lo bakes.", "No.", "She ran 5 km.", "Bo ran."]),
    ],
)
def test_sentences_of_a_language_are_cut_as_it_writes_them(language: str, sentences: list[str]) -> None:
    assert [*sentences_of(("" if language == "ja" else " ").join(sentences), language)] == sentences


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("She bakes.", "Ada Lo bakes."),
        ("Every morning she bakes.", "Every morning Ada Lo bakes."),
        ("Her husband died, and she bakes.", "Ada Lo's husband died, and she bakes."),
        ("The dog follows her to work.", "The dog follows Ada Lo to work."),
        ("People call her Bee.", "People call Ada Lo Bee."),
        ("In her youth she danced.", "In Ada Lo's youth she danced."),
        ("She's a baker.", "Ada Lo is a baker."),
        ("She’s moved here.", "Ada Lo has moved here."),
        ("She's tired.", "Ada Lo is tired."),
        ("She'll leave.", "Ada Lo will leave."),
        ("Bakes bread.", "Ada Lo bakes bread."),
        ("He bakes.", "He bakes."),
        ("Ada bakes.", "Ada bakes."),
        ("Bread is dear.", "Bread is dear."),
        ("Is it late?", "Is it late?"),
        ("Dr. Ada Lo bakes.", "Ada Lo bakes."),
        ("Mrs. Lo bakes.", "Ada Lo bakes."),
        ("Lo bakes.", "Ada Lo bakes."),
        ("Lo Hill bakes.", "Lo Hill bakes."),
        ("ada lo bakes.", "Ada Lo bakes."),
        ("Ada J. K. Lo bakes.", "Ada Lo bakes."),
        ('Adelaide "Ada" Lo bakes.', "Ada Lo bakes."),
        ("Ada Lo — a baker — sings.", "Ada Lo, a baker, sings."),
        ("Ada's a baker.", "Ada is a baker."),
        ("Ada's son is a baker.", "Ada's son is a baker."),
        ("Ada'll leave.", "Ada will leave."),
        ("Ada Lo'd rather stay.", "Ada Lo would rather stay."),
        ("Retired baker.", "Ada Lo is a retired baker."),
        ("An artist from the coast.", "Ada Lo is an artist from the coast."),
        ("Widowed four years ago.", "Ada Lo was widowed four years ago."),
        ("A bell rings.", "A bell rings."),
        ("A lover of books.", "Ada Lo is a lover of books."),
        ("The mill.", "The mill."),
        ("A month ago, Ada broke an arm.", "A month ago, Ada broke an arm."),
        ("A month ago, she broke an arm.", "A month ago, Ada Lo broke an arm."),
        ("She reads.", "Ada Lo reads."),
        ("Occupation: baker.", "Ada Lo is a baker."),
        ("Needs: a cart.", "Ada Lo needs a cart."),
        ("Note: the mill is closed.", "Note: the mill is closed."),
        ("My name is Ada Lo and I'm a baker.", "Ada Lo is a baker."),
        ("The miller told her off for singing.", "The miller told Ada Lo off for singing."),
        ("A bank has offered her a post.", "A bank has offered Ada Lo a post."),
        ("The miller sold her boat.", "The miller sold Ada Lo's boat."),
        ("Her father Bo Lo hopes that Ada will stay.", "Ada Lo's father Bo Lo hopes that Ada will stay."),
        ("The rain keeps her awake.", "The rain keeps Ada Lo awake."),
        ("She's never forgiven her aunt.", "Ada Lo has never forgiven her aunt."),
        ("She's applied to a bank.", "Ada Lo has applied to a bank."),
        ("She's terrified of mice.", "Ada Lo is terrified of mice."),
        ("She's been told.", "Ada Lo has been told."),
        ("The clown made her laugh.", "The clown made Ada Lo laugh."),
        ("The clown made her mother laugh.", "The clown made Ada Lo's mother laugh."),
    ],
)
def test_a_sentence_that_means_somebody_names_them(written: str, stands: str) -> None:
    assert read(written) == [stands]


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("They sell bread.", "Ada Lo sells bread."),
        ("They don't sleep.", "Ada Lo doesn't sleep."),
        ("They've been ill.", "Ada Lo has been ill."),
        ("They often go home.", "Ada Lo often goes home."),
        ("They will go home.", "Ada Lo will go home."),
        ("They lived here.", "Ada Lo lived here."),
        ("They are tall and have a cat.", "Ada Lo is tall and has a cat."),
    ],
)
def test_a_verb_after_they_agrees_with_the_name(written: str, stands: str) -> None:
    assert read(written, pronouns="they") == [stands]


@pytest.mark.parametrize(
    "before", ["Her sister bakes.", "Her grown daughter bakes.", "Nell Hart is a baker.", "Ada Lo's aunt bakes."]
)
def test_a_pronoun_that_may_mean_somebody_else_stays(before: str) -> None:
    assert read(f"{before} She sings.")[1] == "She sings."


def test_who_has_done_something_with_another_is_the_one_described() -> None:
    told = "Bo Ek and she have not spoken since May."
    assert read(f"Her aunt Eve bakes. {told}")[1] == "Bo Ek and Ada Lo have not spoken since May."


def test_a_pronoun_that_the_one_named_before_does_not_have_is_the_persons() -> None:
    told = ["Bo Ek is a baker.", "She needs eight bowls."]
    for pronoun, stands in (("he", "Ada Lo needs eight bowls."), ("she", "She needs eight bowls.")):
        assert [*stand_alone(iter(told), "Ada Lo", "she", {"Bo Ek": pronoun, "Ada Lo": "she"})][1] == stands


@pytest.mark.parametrize(
    ("before", "told", "read_as"),
    [
        ("Her sister bakes.", "She still needs a ladder.", "Ada Lo still needs a ladder."),
        ("Her aunt Eve lives in Lund.", "She can't abide radishes.", "Ada Lo can't abide radishes."),
        ("Her sister is ill, and Ada writes to her daily.", "She walks at dawn.", "Ada Lo walks at dawn."),
    ],
)
def test_what_somebody_seeks_or_likes_is_told_of_the_one_described(before: str, told: str, read_as: str) -> None:
    assert read(f"{before} {told}")[1] == read_as


def test_who_is_about_to_hold_something_is_the_one_described() -> None:
    told = "On Friday at six she'll be giving a supper at the Mill."
    assert read(f"Her sister bakes. {told}")[1] == "On Friday at six Ada Lo will be giving a supper at the Mill."


def test_a_pronoun_after_somebody_of_another_is_the_persons() -> None:
    assert read("Her husband died in May. She has two children.")[1] == "Ada Lo has two children."


PEOPLE = {
    "Ada Lo": "she",
    "Bo Dee": "he",
    "Cy Dee": "he",
    "Di Fay": "she",
    "Ed Fay": "they",
    "May": "she",
    "Will Oh": "he",
    "An de Gu": "she",
}


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("Ada helps her mother Di.", "Ada Lo helps her mother Di Fay."),
        ("Ada rents Bo's shed.", "Ada Lo rents Bo Dee's shed."),
        ("Ada Lo knows Bo Dee.", "Ada Lo knows Bo Dee."),
        ("Ada works at Bo's Bakery and at Saint Bo.", "Ada Lo works at Bo's Bakery and at Saint Bo."),
        ("Ada sings in May with May.", "Ada Lo sings in May with May."),
        ("Will you like Will?", "Will you like Will Oh?"),
        ("Ada likes Di-Ann.", "Ada Lo likes Di-Ann."),
        ("Ada likes An de Gu and An.", "Ada Lo likes An de Gu and An de Gu."),
        ("Ada dines with the Dees.", "Ada Lo dines with Bo Dee and Cy Dee."),
        ("Both of the Fays sing.", "Di Fay and Ed Fay sing."),
        ("The Dees' hens are loud.", "The Dees' hens are loud."),
        ("Ada likes Father Bo and old Di.", "Ada Lo likes Bo Dee and old Di Fay."),
        ("Old Bo sings.", "Bo Dee sings."),
    ],
)
def test_people_are_named_in_full(written: str, stands: str) -> None:
    assert [*name_people([written], "Ada Lo", PEOPLE)] == [stands]


@pytest.mark.parametrize(
    "written",
    ["The dog barks.", "Old houses creak.", "Big trees fall.", "He met the Doctor.", "Sunny days are rare."],
)
def test_what_begins_a_name_and_is_another_word_stays(written: str) -> None:
    names = ["Ada Lo", "The Baker", "Old Tom", "Big Jim", "Doctor Hale", "Sunny Day"]
    assert [*name_people([written], "Ada Lo", dict.fromkeys(names, "they"))] == [written]


def test_a_first_name_that_two_people_have_stays_but_at_the_head_of_ones_own_sentence() -> None:
    told = ["Bo likes Bo.", "Bo's hens sing.", "Only Bo Fay knows Bo."]
    named = ["Bo Dee likes Bo.", "Bo Dee's hens sing.", "Only Bo Fay knows Bo."]
    assert [*name_people(told, "Bo Dee", {"Bo Dee": "he", "Bo Fay": "he"})] == named


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("Ada rents a room from Bo. Ada plays chess with him.", "Ada Lo plays chess with Bo Dee."),
        ("Ada rents a room from Bo. His hens wake her.", "Bo Dee's hens wake her."),
        ("Ada rents a room from Bo. He keeps hens.", "Bo Dee keeps hens."),
        ("Ada knows Bo and Cy. He keeps hens.", "He keeps hens."),
        ("Ada likes Di. She keeps hens.", "She keeps hens."),
        ("Ada likes Ed. They keep hens.", "They keep hens."),
        ("Ada rents a room from Bo. Ada told Cy what he thinks.", "Ada Lo told Cy Dee what he thinks."),
        ("Ada and her son like Bo. He keeps hens.", "He keeps hens."),
        ("Ada rents a room from Bo. Ada's uncle says he is kind.", "Ada Lo's uncle says he is kind."),
        ("Ada bakes. He keeps hens.", "He keeps hens."),
    ],
)
def test_a_pronoun_that_means_one_other_person_becomes_the_name(written: str, stands: str) -> None:
    assert [*name_people(sentences_of(written), "Ada Lo", PEOPLE)][-1] == stands


def test_a_description_in_the_first_or_second_person_is_of_its_person(town_folder: dict[str, str]) -> None:
    told = {"I": "I bake bread. My son sings.", "you": "You bake bread. Your son sings."}
    for description in told.values():
        written = town_folder["people/ada_fenn.toml"]
        ada = re.sub(r"description = .*", f'description = "{description}"', written)
        town = town_from_files({**town_folder, "people/ada_fenn.toml": ada})
        seeds = next(person.seeds for person in town.people if person.name == "Ada Fenn")
        assert seeds[0] == "Ada Fenn bakes bread."
        assert "son sings" in seeds[1]


def test_words_of_another_language_are_no_pronouns(town_folder: dict[str, str]) -> None:
    told = 'description = "A veces he cantado. No me gusta la Avda. Norte."'
    ada = re.sub(r"description = .*", told, town_folder["people/ada_fenn.toml"])
    head = f'language = "Spanish"\n{town_folder["town.toml"]}'
    files = {**town_folder, "people/ada_fenn.toml": ada, "town.toml": head}
    seeds = next(person.seeds for person in town_from_files(files).people if person.name == "Ada Fenn")
    assert seeds == ("A veces he cantado.", "No me gusta la Avda. Norte.")


@pytest.mark.parametrize(
    "written",
    [
        "I am Ada, 47 years old, and I have been a baker for 3 years.",
        "I'm Ada Fenn, 47, and I have been a baker for 3 years.",
    ],
)
def test_who_says_name_and_age_first_has_a_sentence_of_the_rest(town_folder: dict[str, str], written: str) -> None:
    ada = re.sub(r"description = .*", f'description = "{written}"', town_folder["people/ada_fenn.toml"])
    town = town_from_files({**town_folder, "people/ada_fenn.toml": ada})
    seeds = next(person.seeds for person in town.people if person.name == "Ada Fenn")
    assert seeds == ("Ada Fenn has been a baker for 3 years.",)


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        ("Aunt Di raised him.", "Cy Lo's aunt Di Fay raised him."),
        ("He fears his Uncle Bo.", "He fears his uncle Bo Dee."),
        ("Mrs Di raised him.", "Di Fay raised him."),
    ],
)
def test_an_aunt_by_her_title_is_an_aunt(told: str, stands: str) -> None:
    assert [*name_people([told], "Cy Lo", {"Cy Lo": "he", "Di Fay": "she", "Bo Dee": "he"})] == [stands]


def test_who_has_a_title_is_named_in_full_by_it() -> None:
    people = {"Brother Cy Bo": "he", "Brother Ed Fay": "he", "Dr. Ann Lo": "she"}
    written = (
        "Brother Cy knows of the letter. He is teaching Ed all he knows. Dr. Lo treats him. Brother Ed's cell is cold."
    )
    alone = stand_alone(sentences_of(written), "Brother Cy Bo", "he")
    assert [*name_people(alone, "Brother Cy Bo", people)] == [
        "Brother Cy Bo knows of the letter.",
        "Brother Cy Bo is teaching Brother Ed Fay all he knows.",
        "Dr. Ann Lo treats Brother Cy Bo.",
        "Brother Ed Fay's cell is cold.",
    ]


@pytest.mark.parametrize(
    ("told", "nicknames"),
    [
        ("Ada Lo, Addie to her friends, pulls pints.", ["Addie"]),
        ("Everyone calls Ada Mop.", ["Mop"]),
        ("Ada Lo, whom the whole company calls Madame, directs the troupe.", ["Madame"]),
        ("Ada Lo is better known as Old Flint.", ["Old Flint"]),
        ("Ada Lo (Mop) keeps bees.", ["Mop"]),
        ("To everyone on the quay Ada is Mop.", ["Mop"]),
        ("Ada Lo, Mop to one and all, sweeps chimneys.", ["Mop"]),
        ("Mop, as they all call Ada Lo, sweeps chimneys.", ["Mop"]),
        ("Ada Lo, known up and down the coast as Mop at Night, sings.", ["Mop"]),
        ("Everyone on the quay calls Ada the Duchess.", ["the Duchess"]),
        ("Everybody in Upper Oke calls Ada Lo Mop.", ["Mop"]),
        ("The whole street knows Ada Lo as Mop.", ["Mop"]),
        ("The younger clerks call Ada Mop.", ["Mop"]),
        ("Ada calls Bo Dee at noon.", []),
        ("Felix, as everybody knows, owes Ada Lo a pound.", []),
        ("Ada Lo is known to the police.", []),
        ("Ada Lo gave Mop to her friends.", []),
    ],
)
def test_a_description_tells_what_else_people_call_somebody(told: str, nicknames: list[str]) -> None:
    assert [*nicknames_in([told], "Ada Lo")] == nicknames


def test_nicknames_become_names_but_where_they_are_told() -> None:
    people = {"Ada Lo": "she", "Bo Dee": "he"}
    told = ["Ada Lo, Mop to her friends, sings.", "Mop owes Bo a pound.", "Only Mop and Bo sing.", "The Mop is dry."]
    named = [*name_people(told, "Ada Lo", people, {"Mop": "Ada Lo"})]
    assert named == [
        "Ada Lo, Mop to her friends, sings.",
        "Ada Lo owes Bo Dee a pound.",
        "Only Ada Lo and Bo Dee sing.",
        "The Mop is dry.",
    ]


def test_a_state_of_one_word_is_no_thing() -> None:
    assert [*stand_alone(iter(["Divorced.", "Baker."]), "Ada Lo", "she")] == [
        "Ada Lo is divorced.",
        "Ada Lo is a baker.",
    ]


def test_everybody_knows_nicknames_and_a_family_name_that_comes_first() -> None:
    files = {file: text.replace(b"Owen Hart", b"Hart Wei") for file, text in town_files("applegarth").items()}
    bea, nell = "people/bea_winters.toml", "people/nell_hart.toml"
    files[bea] = files[bea].replace(
        b"Bea Winters likes the", b"Everybody calls Bea Winters Mop;\nBea Winters likes the"
    )
    files[nell] = files[nell].replace(
        b'"""', b'"""\nOnly Wei knows of it. Mop owes Wei a pound. The Winters cottage leaks. Mop Winters sings;\n', 1
    )
    (seeds,) = [person.seeds for person in town_from_files(files).people if person.name == "Nell Hart"]
    assert [*seeds[:4]] == [
        "Only Hart Wei knows of it.",
        "Bea Winters owes Hart Wei a pound.",
        "The Winters cottage leaks.",
        "Bea Winters sings.",
    ]


def test_everybody_knows_a_nickname_within_a_name_and_a_name_with_small_words() -> None:
    files = {file: text.replace(b"Owen Hart", b"Owen van Aken") for file, text in town_files("applegarth").items()}
    nell = "people/nell_hart.toml"
    told = b'"""\nEleanor "Nell" Hart and Penelope "Lop" Hart are one. Lop owes Van Aken a pound;\n'
    files[nell] = files[nell].replace(b'"""', told.replace(b"Penelope", b"Nell"), 1)
    (seeds,) = [person.seeds for person in town_from_files(files).people if person.name == "Nell Hart"]
    assert seeds[1] == "Nell Hart owes Owen van Aken a pound."


def test_a_nickname_with_an_article_is_known_at_the_head_of_a_sentence_too() -> None:
    files = dict(town_files("applegarth"))
    bea = "people/bea_winters.toml"
    told = b'"""\nEverybody calls her the Duchess. The Duchess owes Nell a pound. Nell likes the Duchess;\n'
    files[bea] = files[bea].replace(b'"""', told, 1)
    (seeds,) = [person.seeds for person in town_from_files(files).people if person.name == "Bea Winters"]
    assert [*seeds[1:3]] == ["Bea Winters owes Nell Hart a pound.", "Nell Hart likes Bea Winters."]


def test_of_a_couple_one_is_mr_and_one_is_mrs() -> None:
    files = dict(town_files("applegarth"))
    bea = "people/bea_winters.toml"
    files[bea] = files[bea].replace(
        b'"""', b'"""\nMr Hart is out. Bea owes Mrs. Hart a pound. Miss Reed is unknown;\n', 1
    )
    (seeds,) = [person.seeds for person in town_from_files(files).people if person.name == "Bea Winters"]
    assert [*seeds[:3]] == ["Owen Hart is out.", "Bea Winters owes Nell Hart a pound.", "Miss Reed is unknown."]


def test_her_before_a_verb_or_after_makes_is_no_possessive() -> None:
    told = "Ada Lo keeps the inn. What worries her is the roof. Nobody can make her happy. What gives her joy is rain."
    assert read(told)[1:] == [
        "What worries Ada Lo is the roof.",
        "Nobody can make Ada Lo happy.",
        "What gives Ada Lo joy is rain.",
    ]


def test_what_belongs_to_a_man_of_the_sentence_is_nobody_elses() -> None:
    people = {"Ada Lo": "she", "Cy Bo": "he"}
    told = ["Ada Lo is fond of Cy Bo.", "One of Ada Lo's men has cut his thumb."]
    assert [*name_people(told, "Ada Lo", people)] == told


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        ("Bo Day sings flat, and yet he is the best tenor.", "Bo Day sings flat, and yet he is the best tenor."),
        ("Father Day is asked first, because he knows the psalms.", None),
        ("Bo Day is kind, but he avoids him.", "Bo Day is kind, but Cy Lo avoids him."),
        ("Bo Day is away, and he needs a lamp.", "Bo Day is away, and Cy Lo needs a lamp."),
        ("When Bo Day left, he took over the forge.", "When Bo Day left, Cy Lo took over the forge."),
        ("Bo Day and he share a boat.", "Bo Day and Cy Lo share a boat."),
        ("Di Day is away, and he minds her goats.", "Di Day is away, and Cy Lo minds her goats."),
    ],
)
def test_a_clause_goes_on_with_whom_its_sentence_has_just_named(told: str, stands: str | None) -> None:
    people = {"Cy Lo": "he", "Bo Day": "he", "Di Day": "she"}
    assert next(stand_alone(iter([told]), "Cy Lo", "he", people)) == (stands or told)


@pytest.mark.parametrize(
    ("told", "need"),
    [
        ("The old pump leaks. She needs somebody to mend it.", "Ada Lo needs somebody to mend the old pump."),
        (
            "Her best boots have split. She wants someone to sew them for her.",
            "Ada Lo wants someone to sew her best boots",
        ),
        (
            "The test is in May, and verbs scare her; she is looking for somebody kind who will explain them to her.",
            "Ada Lo is looking for somebody kind who will explain verbs to her.",
        ),
        ("The pump and the boots are old. She needs somebody to mend it.", "Ada Lo needs somebody to mend it."),
        ("She bakes. She needs somebody to mend it.", "Ada Lo needs somebody to mend it."),
    ],
)
def test_a_need_names_the_thing_of_the_sentence_before(told: str, need: str) -> None:
    assert read(told)[-1].startswith(need)


def test_what_a_family_has_always_done_is_not_done_by_those_who_live() -> None:
    told = "Ada Lo rings the bell, as the Days have done for a century."
    assert [*name_people([told], "Ada Lo", {"Ada Lo": "she", "Cy Day": "he", "Di Day": "she"})] == [told]


@pytest.mark.parametrize("family", ["the Days", "both Days", "Both of the Days"])
def test_a_family_is_each_of_its_people(family: str) -> None:
    people = {"Ada Lo": "she", "Cy Day": "he", "Di Day": "she"}
    assert [*name_people([f"Ada Lo expects {family} to come."], "Ada Lo", people)] == [
        "Ada Lo expects Cy Day and Di Day to come."
    ]


def test_a_refusal_ends_its_sentence() -> None:
    assert [*sentences_of("The bank said no. She waits for No. 5.")] == ["The bank said no.", "She waits for No. 5."]


def test_a_state_before_its_person_is_a_part_of_their_sentence() -> None:
    told = stand_alone(iter(["Widowed at thirty, she raised goats."]), "Ann Bo", "she")
    assert [*told] == ["Widowed at thirty, Ann Bo raised goats."]


def test_a_view_is_that_of_whom_the_story_is_about() -> None:
    told = stand_alone(iter(["Cy, in her view, reads letters, and Ann has begun to write in Norse."]), "Ann Bo", "she")
    assert next(told).startswith("Cy, in Ann Bo's view, reads letters")


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        ("Cy owes her thirty crowns.", "Cy owes Ann Bo thirty crowns."),
        ("It took her two long years.", "It took Ann Bo two long years."),
        ("The storm took her two boats.", "The storm took Ann Bo's two boats."),
        ("The school gave her three sons a start.", "The school gave Ann Bo's three sons a start."),
    ],
)
def test_so_much_is_given_to_her_and_so_many_are_hers(told: str, stands: str) -> None:
    assert [*stand_alone(iter([told]), "Ann Bo", "she")] == [stands]


PLACES = ["Pine cottage", "Frosts Lane", "Days farm", "Pine"]


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("Pine cottage is hers.", "Pine cottage is hers."),
        ("Ada lives at Pine cottage near Pine.", "Ada Lo lives at Pine cottage near Pine Aster."),
        (
            "The Frosts Lane is wet, but the Frosts sing.",
            "The Frosts Lane is wet, but Cy Frost and Di Frost sing.",
        ),
    ],
)
def test_a_place_that_is_named_like_people_is_a_place(written: str, stands: str) -> None:
    people = {"Ada Lo": "she", "Pine Aster": "he", "Cy Frost": "he", "Di Frost": "she"}
    assert [*name_people([written], "Ada Lo", people, places=PLACES)] == [stands]


@pytest.mark.parametrize(
    ("name", "written", "stands"),
    [
        ("Fern Pound", "Pound cake is her best dish.", "Pound cake is Fern Pound's best dish."),
        ("Fern Pound", "Pound was her mother's maiden name.", "Pound was Fern Pound's mother's maiden name."),
        ("Fern Pound", "Pound often sings.", "Fern Pound often sings."),
        ("Fern Pound", "Pound can't swim.", "Fern Pound can't swim."),
        ("Fern Pound", "Fern left Pound.", "Fern Pound left Pound."),
        ("Fern Pound", "Mr. Pound is her uncle.", "Oz Pound is Fern Pound's uncle."),
        ("Fern Pound", "Mrs. Pound is her aunt.", "Mrs. Pound is Fern Pound's aunt."),
        ("Fern Pound", "Old Mrs. Pound is her aunt.", "Old Mrs. Pound is Fern Pound's aunt."),
        ("Fern Pound", "Sydney was born in Sydney and met Fern.", "Sydney Ek was born in Sydney and met Fern Pound."),
        ("Fern Pound", "Fern moved to Sydney.", "Fern Pound moved to Sydney."),
        ("Fern Pound", "Fern believes in Sydney.", "Fern Pound believes in Sydney Ek."),
        ("Fern Pound", "Fern cooks in Sydney's inn.", "Fern Pound cooks in Sydney Ek's inn."),
        ("Fern Pound", "Sydney is where Fern cooked.", "Sydney is where Fern Pound cooked."),
        ("Joost de Wit", "De Wit mends clocks.", "Joost de Wit mends clocks."),
        ("Joost de Wit", "Mr. de Wit knows Ana Luz.", "Joost de Wit knows Ana Luz Rey."),
        ("Ana Luz Rey", "Ana Luz is shy.", "Ana Luz Rey is shy."),
        ("Ana Luz Rey", "De Wit likes Ana.", "Joost de Wit likes Ana Luz Rey."),
    ],
)
def test_a_name_that_is_a_word_or_has_more_words_means_its_person(name: str, written: str, stands: str) -> None:
    people = {"Fern Pound": "she", "Oz Pound": "he", "Sydney Ek": "she", "Joost de Wit": "he", "Ana Luz Rey": "she"}
    called = {"Mr. Pound": "Oz Pound", "Mrs. Pound": "Fern Pound", "De Wit": "Joost de Wit"}
    alone = stand_alone(iter([written]), name, people[name], people)
    assert [*name_people(alone, name, people, called)] == [stands]


@pytest.mark.parametrize("written", ["Days farm stands by the sea.", "Days are short there."])
def test_a_sentence_that_begins_with_a_last_name_may_be_of_a_place(written: str) -> None:
    assert [*stand_alone(iter([written]), "Ann Days", "she", places=["Days farm"])] == [written]


def test_a_name_with_a_weekday_is_no_day_to_which_that_evening_goes_back() -> None:
    told = ["The fair is on Friday.", "Ann likes Wednesday Ito.", "That evening Ann sings, and that evening Cy plays."]
    people = {"Ann Bo": "she", "Wednesday Ito": "she"}
    assert "on Friday evening Cy plays" in [*stand_alone(iter(told), "Ann Bo", "she", people)][-1]


@pytest.mark.parametrize(
    "told",
    [
        ["Moss' boat is old.", "Ann's hens are loud."],
        ["The boys’ den is dark.", "Ann’s is not."],
        ["He says 'Ann sings. She plays too' and leaves.", "Ann rests."],
    ],
)
def test_an_apostrophe_is_no_quotation_mark(told: list[str]) -> None:
    assert [*sentences_of(" ".join(told))] == told


@pytest.mark.parametrize(
    "told",
    [
        ["Ann waits…", "Cy is late."],
        ["The jug holds 2.5 l.", "Ann fills it."],
        ["She swims 40 min.", "Then she rests."],
        ["He came from the U.K.", "He stayed."],
        ["She has a Ph.D. in law.", "It hangs in the hall."],
        ["Her aunt is ill.", "Ann cooks."],
        ["She was in the U.S. Navy for approx. 9 years."],
        ["He drinks 2 l of milk at Dr. Bo's."],
    ],
)
def test_a_mark_that_may_stand_within_a_sentence_ends_one_where_another_begins(told: list[str]) -> None:
    assert [*sentences_of(" ".join(told))] == told


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("Mends clocks.", ["Ann Bo mends clocks."]),
        ("Rises late. Hums.", ["Ann Bo rises late.", "Ann Bo hums."]),
        ("Likes figs; fears geese.", ["Ann Bo likes figs.", "Ann Bo fears geese."]),
        ("Visits her aunt.", ["Ann Bo visits her aunt."]),
        ("Works on her thesis.", ["Ann Bo works on her thesis."]),
        ("Geese hiss at her.", ["Geese hiss at Ann Bo."]),
        ("Cows like her.", ["Cows like Ann Bo."]),
        ("Coins are on her desk.", ["Coins are on Ann Bo's desk."]),
        ("Weekends she rows.", ["Weekends Ann Bo rows."]),
        ("Coins.", ["Coins."]),
        ("Games designer.", ["Ann Bo is a games designer."]),
        ("Former nurse at the harbour clinic.", ["Ann Bo is a former nurse at the harbour clinic."]),
        ("Retired judge, widow, aunt of three.", ["Ann Bo is a retired judge, widow, aunt of three."]),
        ("Corner of the square.", ["Corner of the square."]),
        ("Afraid of wasps.", ["Ann Bo is afraid of wasps."]),
        ("Shy, patient.", ["Ann Bo is shy, patient."]),
        ("Brother died last year.", ["Ann Bo's brother died last year."]),
        (
            "- Three small sons, Cy, Ed and Al\n- Sings",
            ["Ann Bo has three small sons, Cy, Ed and Al.", "Ann Bo sings."],
        ),
        ("Marital status: divorced", ["Ann Bo is divorced."]),
        ("Children: 3", ["Ann Bo has 3 children."]),
        ("Oldest friend: Di Fay", ["Ann Bo's oldest friend is Di Fay."]),
        ("Hates: noise\nPlays: the harp", ["Ann Bo dislikes noise.", "Ann Bo plays the harp."]),
        ("Ann: her aunt is a judge.", ["Ann Bo's aunt is a judge."]),
        (
            "Ann Bo (51, divorced, 3 sons) is a judge.",
            ["Ann Bo is a judge.", "Ann Bo is divorced.", "Ann Bo has 3 sons."],
        ),
        ("Ann Bo (Annie) sings.", ["Ann Bo (Annie) sings."]),
        (
            "She rents a loft — her house burned down — and rows.",
            ["Ann Bo rents a loft and rows.", "Ann Bo's house burned down."],
        ),
        ("She has one wish - a boat.", ["Ann Bo has one wish - a boat."]),
        ("Pets: None", ["Ann Bo has no pets."]),
        ("Pet: tortoise\nAllergies: nuts", ["Ann Bo has a tortoise.", "Ann Bo is allergic to nuts."]),
        ("Children: three\nSons: 2 (Al, Ed)", ["Ann Bo has three children.", "Ann Bo has 2 sons (Al, Ed)."]),
        ("Faith: Jewish\nDiet: no pork", ["Ann Bo is Jewish.", "Ann Bo's diet is no pork."]),
        ("Languages: Welsh\nHometown: Rhyl", ["Ann Bo speaks Welsh.", "Ann Bo is from Rhyl."]),
        ("Quirks: odd hats\nPast: Wrote hymns", ["Ann Bo's quirks are odd hats.", "Ann Bo wrote hymns."]),
        ("Di Fay: old friend", ["Di Fay is Ann Bo's old friend."]),
        ("Meet Ann Bo!\nBakes\nRows at dawn", ["Ann Bo bakes.", "Ann Bo rows at dawn."]),
        ("- Swam for Kent\n- Moved to Rhyl", ["Ann Bo swam for Kent.", "Ann Bo moved to Rhyl."]),
        ("Lost the shop. Known for pies.", ["Ann Bo lost the shop.", "Ann Bo is known for pies."]),
        ("- Married with two cats\n- Read to by Cy", ["Ann Bo is married with two cats.", "Read to by Cy."]),
        ("Siblings: one sister\nRoutine: rises at six", ["Ann Bo has one sister.", "Ann Bo rises at six."]),
        ("Favorite dish: eel pie", ["Ann Bo's favorite dish is eel pie."]),
        ("Rose is a nurse. Left alone, she hums.", ["Rose is a nurse.", "Left alone, Ann Bo hums."]),
        ("Bread &amp; jam bore her.", ["Bread & jam bore Ann Bo."]),
        ("Never let her frown scare you.", ["Never let Ann Bo's frown scare you."]),
        ("Never let her frown.", ["Never let Ann Bo frown."]),
        (
            "She rents a loft -- her house burned -- and rows.",
            ["Ann Bo rents a loft and rows.", "Ann Bo's house burned."],
        ),
    ],
)
def test_notes_without_a_subject_or_a_verb_are_of_the_person(written: str, stands: list[str]) -> None:
    assert [*stand_alone(sentences_of(written), "Ann Bo", "she")] == stands
