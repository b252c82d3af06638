"""Fair deals: a chain, the players' words, and checking what follows from them."""

import hmac
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui.shelf import BEGIN

from engarde_tui.fair.chain import Chain, FairDeals, clean_word, deal, published, verify
from engarde_tui.fair.commitment import CommitmentError, Verdict, new_secret
from engarde_tui.header import CHAIN, Header
from engarde_tui.play.live_match import LiveMatch
from engine.game import Seat, games
from engine.match import Match
from engine.record import MAX_ROUNDS, Record, read, write

KEPT, BROKEN, OPEN = Verdict.KEPT, Verdict.BROKEN, Verdict.OPEN
SECRET = bytes(range(32)).hex()
CHAINED = Chain.of(SECRET)
WORDS = ("raclette", "été 7")
DEALS = FairDeals(CHAINED, WORDS)
GAMES = list(games().values())


def begun(game_name: str = "en-garde", deals: FairDeals = DEALS, target: int = 2) -> LiveMatch:
    """A table with fair deals."""
    game = games()[game_name]
    match = Match.new(game.presets[game.default], target=target, dealt=deals.deal(game, 1))
    return LiveMatch(match, others=deals.lines)


def played(table: LiveMatch, rounds: int, seed: int = 1) -> LiveMatch:
    """The table after so many rounds, the next one dealt unless the match is over."""
    source = random.Random(seed)
    for number in range(rounds):
        while table.turn is not None:
            table.play(source.choice(table.view(table.turn).round.legal))
        if table.view(None).winner is not None or number == rounds - 1:
            break
        table.next_round()
    return table


def record_of(table: LiveMatch) -> Record:
    """As it is stored."""
    return Record(table._match, BEGIN, DEALS.lines if table.deals is None else table.deals.lines)


def shown(table: LiveMatch) -> Record:
    """As a stranger gets it: the text of the record, read."""
    return read(write(published(record_of(table))))


def verdicts(record: Record) -> list[Verdict]:
    return [check.verdict for check in verify(record)]


FINISHED = shown(played(begun(target=9), 2))
"""Two finished rounds of a match that goes on."""
LINES = dict(FINISHED.others)


def with_lines(**changes: str | None) -> Record:
    """`FINISHED` with some of the lines (Link_1) changed, added, or left out where None."""
    lines = LINES | {key.replace("_", "-"): value for key, value in changes.items()}
    return replace(FINISHED, others=tuple((key, value) for key, value in lines.items() if value is not None))


# --- the chain ---


def test_each_link_is_the_sha256_of_the_next() -> None:
    links = [CHAINED.link(number) for number in range(20)]
    assert [sha256(link.encode()).hexdigest() for link in links[1:]] == links[:-1]
    assert len(set(links)) == len(links)


def test_a_chain_has_a_link_for_every_round_that_a_record_can_have() -> None:
    last = Chain(CHAINED.root, MAX_ROUNDS)
    assert last.link(MAX_ROUNDS) == CHAINED.root
    with pytest.raises(ValueError, match="no more links"):
        last.link(MAX_ROUNDS + 1)


def test_the_root_says_nothing_of_the_secret_from_which_the_codes_follow() -> None:
    assert CHAINED.root == hmac.digest(bytes.fromhex(SECRET), b"chain", "sha256").hex()


def test_a_secret_is_32_unique_bytes() -> None:
    secrets = [new_secret() for _ in range(50)]
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}
    assert len(set(secrets)) == 50


# --- what follows from it ---


def test_a_deck_follows_from_link_and_words_and_from_nothing_else() -> None:
    for game in GAMES:
        link = CHAINED.link(1)
        one = deal(game, link, WORDS)
        assert deal(game, link, WORDS) == one
        others = {
            deal(game, CHAINED.link(2), WORDS),
            deal(game, link, ("Raclette", WORDS[1])),
            deal(game, link, (WORDS[1], WORDS[0])),
            deal(game, link, ("", WORDS[1])),
        }
        assert len({one, *others}) == 5


def test_the_deals_never_change() -> None:
    """Records of today are checked by later versions."""
    link = CHAINED.link(1)
    assert link == "8d906e5612aba3b260ec7360f0822bc0c19de73c062f327cca3fa38df9ed30d3"
    assert {game.name: deal(game, link, WORDS) for game in GAMES} == {
        "en-garde": "3224155152331141453243542",
        "swords-and-shields": "b51e36a04a0151ffb62a0a865542ed23",
    }


def test_every_card_is_as_often_at_every_place() -> None:
    """Chi squared of 25 places with five values each, over 4,000 decks: 100 degrees of freedom."""
    game, rounds = games()["en-garde"], 4000
    counts = Counter(place for number in range(rounds) for place in enumerate(deal(game, f"{number}", WORDS)))
    expected = rounds / 5
    assert len(counts) == 125
    # One deck in ten million would be further off; and these decks are always the same.
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 185


@given(st.text(max_size=60))
def test_a_word_is_kept_as_a_line_of_a_record(text: str) -> None:
    try:
        word = clean_word(text)
    except ValueError:
        return
    assert clean_word(word) == word
    others = (("Word-Left", word), ("Word-Right", ""))
    match = Match.new(GAMES[0].presets[GAMES[0].default])
    assert read(write(Record(match, BEGIN, others))).others == others


@pytest.mark.parametrize("text", ["x" * 41, "a\nb", "a\tb", "\x1b[2J", "a\u202eb", "Z\ufffdrich"])
def test_what_is_no_word_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a word"):
        clean_word(text)


# --- what a record shows ---


def test_a_record_shows_the_links_so_far_and_not_the_chain() -> None:
    goes_on = played(begun(target=9), 2)
    goes_on.next_round()
    text = write(published(record_of(goes_on)))
    assert CHAIN not in dict(published(record_of(goes_on)).others)
    assert all(CHAINED.link(number) in text for number in range(3))
    assert all(CHAINED.link(number) not in text for number in range(3, 10))
    assert CHAINED.root not in text


def test_a_stored_match_goes_on_with_the_same_deals() -> None:
    table = played(begun(target=9), 1)
    again = LiveMatch(table._match, others=record_of(table).others)
    for one in (table, again):
        one.next_round()
    assert table._match == again._match
    assert table._match.round.dealt == deal(games()["en-garde"], CHAINED.link(2), WORDS)


@pytest.mark.parametrize("value", ["", "x", f"{SECRET} -1", f"{SECRET} {MAX_ROUNDS + 1}", f"{SECRET}  0"])
def test_a_damaged_chain_is_none(value: str) -> None:
    others: Header = ((CHAIN, value), ("Word-Left", "a"))
    assert FairDeals.stored(others) is None
    assert published(Record(begun()._match, BEGIN, others)).others == others[1:]


def test_a_rematch_goes_on_with_the_chain_and_the_words() -> None:
    table = played(begun(target=1), 1)
    rounds = len(table._match.rounds)
    again = played(table.rematch(), 1)
    assert again.deals is not None
    assert again.deals.words == WORDS
    record = shown(again)
    assert (
        dict(record.others)["Link-0"] == CHAINED.link(rounds) == dict(shown(table).others)[f"Link-{rounds}"]
    )
    assert set(verdicts(record)) == {KEPT}


def test_a_rematch_for_which_too_few_links_are_left_has_a_new_chain_and_no_words() -> None:
    new = FairDeals(Chain(CHAINED.root, MAX_ROUNDS), WORDS).rematch(1)
    assert new.words == ("", "")
    assert new.chain.root != CHAINED.root
    assert new.chain.used == 0


def test_a_match_that_is_given_up_between_rounds_can_be_checked() -> None:
    table = played(begun(target=9), 1)
    table.give_up(Seat.LEFT)
    assert verdicts(shown(table)) == [KEPT, KEPT]


# --- checking ---


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_round_is_verified_except_the_one_in_progress(game: str) -> None:
    table = played(begun(game, target=3), 2)
    if table.view(None).winner is None:
        assert verdicts(shown(table)) == [KEPT, KEPT]
        table.next_round()
    record = shown(table)
    over = [KEPT] * len(record.match.finished)
    assert verdicts(record) == over + [OPEN] * (len(record.match.rounds) - len(over))
    assert [check.commitment for check in verify(record)] == [
        CHAINED.link(number) for number in range(len(record.match.rounds))
    ]


def test_a_deck_that_was_chosen_is_found() -> None:
    """By whoever holds the chain, after the words were known; a legal match otherwise."""
    match = Match.new(FINISHED.match.rules, target=2, dealt="1111122222333334444455555")
    table = played(LiveMatch(match, others=DEALS.lines), 1)
    (check,) = verify(shown(table))
    assert check.fault == "the deck does not follow from the link and the words"


@pytest.mark.parametrize(
    ("changes", "broken", "fault"),
    [
        ({"Word_Left": "fondue"}, [1, 2], "the deck does not follow from the link and the words"),
        ({"Word_Right": None}, [1, 2], "Word-Left or Word-Right is missing"),
        ({"Link_0": None}, [1], "Link-0 is not 64 digits 0-9 and a-f"),
        ({"Link_0": CHAINED.link(1)}, [1], "Link-1 is not what Link-0 commits to"),
        ({"Link_1": None}, [1, 2], "Link-1 is not 64 digits 0-9 and a-f"),
        ({"Link_1": CHAINED.link(2)}, [1, 2], "Link-1 is not what Link-0 commits to"),
        ({"Link_2": CHAINED.link(3)}, [2], "Link-2 is not what Link-1 commits to"),
        ({"Link_2": LINES["Link-2"].upper()}, [2], "Link-2 is not 64 digits 0-9 and a-f"),
        ({"Link_2": None}, [2], "Link-2 is not 64 digits 0-9 and a-f"),
    ],
)
def test_a_broken_round_is_explained(changes: dict[str, str | None], broken: list[int], fault: str) -> None:
    checks = verify(with_lines(**changes))
    assert [number for number, check in enumerate(checks, 1) if check.verdict is BROKEN] == broken
    assert checks[broken[0] - 1].fault == fault


@pytest.mark.parametrize("key", ["Link-3", "link-1", "Link-01", "Link--1", "Link-", "WORD-LEFT", "LINK-x"])
def test_a_line_that_belongs_to_no_round_is_refused_by_its_name(key: str) -> None:
    with pytest.raises(CommitmentError, match=f"the header line '{key}' belongs to no round"):
        verify(with_lines(**{key: LINES["Link-1"]}))


def test_an_endless_key_is_shortened() -> None:
    with pytest.raises(CommitmentError, match=r"^.{,250}$"):
        verify(with_lines(**{f"Link-{'9' * 100_000}": ""}))


@given(
    st.dictionaries(
        st.from_regex(r"Link-([012]|[A-Za-z0-9-]{0,12})|Word-(Left|Right)", fullmatch=True),
        st.text("0123456789abcdefABCDEF", max_size=70)
        | st.text(st.characters(exclude_categories=["C", "Z"])),
        min_size=1,
        max_size=5,
    )
)
def test_any_forged_line_is_refused_or_broken(lines: dict[str, str]) -> None:
    record = read(write(replace(FINISHED, others=tuple(lines.items()))))
    try:
        found = verdicts(record)
    except CommitmentError:
        assert not lines.keys() <= LINES.keys()
    else:
        assert found == [BROKEN, BROKEN]


# --- anybody's own code ---


def test_the_code_in_the_documentation_checks_a_record(tmp_path: Path) -> None:
    """And finds a changed word, a changed link and a changed deck."""
    page = Path(__file__).parents[1].joinpath("docs", "fairness.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    program, file = tmp_path / "check.py", tmp_path / "match.engarde"
    program.write_text(code)
    assert len(code.splitlines()) <= 15

    def run(record: Record) -> tuple[int, str]:
        file.write_text(write(record), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", str(program), str(file)], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    goes_on = played(begun(target=9), 2)
    goes_on.next_round()
    for record in (FINISHED, shown(goes_on)):
        assert run(record) == (0, "round 1 is fair\nround 2 is fair\n")
    duel = shown(played(begun("swords-and-shields", target=1), 1))
    assert run(duel) == (0, "round 1 is fair\n")
    without = played(begun(deals=FairDeals(CHAINED, ("", "")), target=9), 1)
    assert run(shown(without)) == (0, "round 1 is fair\n")
    chosen = Match.new(FINISHED.match.rules, target=9, dealt="1111122222333334444455555")
    unfair = shown(played(LiveMatch(chosen, others=DEALS.lines), 1))
    for record in (with_lines(Word_Left="fondue"), with_lines(Link_1=CHAINED.link(2)), unfair):
        status, said = run(record)
        assert status != 0
        assert "round 1 is fair" not in said
