"""The examples in docs/examples/ that speak for other programs: what they are told, and what they answer."""

import os
import shlex
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bots.examples import FOLDER, example, sent
from bots.positions import played, seen, states_of
from staging import PRESET_NAMES

from engine.arena import Pairing
from engine.en_garde import PRESETS, Kind, Rules, Seat
from engine.en_garde.bots.inputs import OUTPUTS, inputs_of, output_of
from engine.en_garde.bots.policy import network, weights
from engine.en_garde.rules import parse_rules


def messages(rules: Rules, rounds: int) -> list[dict[str, Any]]:
    """Return what a program is told in random rounds."""
    return [sent(state) for state in states_of(rules, rounds)]


# --- a policy ---

POLICY = example("policy_bot")


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_message_tells_all_of_a_view(preset: str) -> None:
    views = [seen(state) for state in states_of(PRESETS[preset], 20)]
    assert [POLICY.view_of(message) for message in messages(PRESETS[preset], 20)] == views


def test_a_policy_is_played_by_the_odds_of_its_network() -> None:
    for state, message in zip(
        states_of(PRESETS["ferti-advanced"], 5), messages(PRESETS["ferti-advanced"], 5), strict=True
    ):
        view = seen(state)
        assert view.turn is not None
        outputs = network().outputs(inputs_of(view, view.turn))
        logits = {str(action): outputs[output_of(action)] for action in view.legal}
        likeliest = max(logits, key=logits.__getitem__)
        assert POLICY.choose(network(), "likeliest", message | {"seed": 1}) == likeliest
        assert POLICY.choose(network(), "learned", message | {"seed": 5}) in logits


def test_what_is_no_policy_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.weights"
    monkeypatch.setattr(sys, "argv", ["policy_bot.py", str(file)])
    with pytest.raises(SystemExit, match="No such file"):
        POLICY.main()
    file.write_bytes(weights()[:-2])
    with pytest.raises(SystemExit, match="no network has 366,550 bytes"):
        POLICY.main()


def test_a_sharpened_policy_plays_nothing_rare() -> None:
    (message,) = messages(PRESETS["ferti-advanced"], 1)[:1]
    legal = [str(action) for action in seen(states_of(PRESETS["ferti-advanced"], 1)[0]).legal]
    outputs = [0.0] * (OUTPUTS + 1)
    constant = SimpleNamespace(outputs=lambda on: outputs)

    def chosen(style: str, lead: float) -> Counter[str]:
        ahead = POLICY.parse_action(legal[0])
        outputs[output_of(ahead)] = lead
        return Counter(POLICY.choose(constant, style, message | {"seed": seed}) for seed in range(300))

    assert set(chosen("learned", 1.0)) == set(legal)
    assert set(chosen("sharpened", 1.0)) == {legal[0]}
    assert set(chosen("sharpened", 0.0)) == set(legal)


# --- rivals ---

EN_GARDE_AI = """
import random

class Plateau:
    def __init__(self):
        self.positions = [1, 23]

class IA:
    def __init__(self):
        self.main = []
    def choisir_meilleure_branche(self, jeu, coups, nb_simulations):
        assert nb_simulations < 10000
        assert len(jeu.pioche) + len(self.main) <= 25
        distance = jeu.plateau.positions[1] - jeu.plateau.positions[0]
        for carte in sorted(self.main):
            if carte == distance:
                return ["AD", [carte] * self.main.count(carte)]
        for carte in self.main:
            if carte < distance:
                return ["D", carte]
        return ["D", -min(self.main)]

class JeuEnGarde:
    def __init__(self):
        self.plateau, self.ordinateur, self.pioche = Plateau(), IA(), []
    def tour_ordi(self):
        print("C'est le tour de l'ordinateur.")
        action, coup = self.ordinateur.choisir_meilleure_branche(self, {}, 10000)
        if action == "AD":
            self.defendre(None, coup, est_indirect=False)
            return
        self.plateau.positions[1] -= coup
        self.ordinateur.main.remove(abs(coup))
        distance = self.plateau.positions[1] - self.plateau.positions[0]
        if coup > 0 and distance in self.ordinateur.main:
            self.defendre(None, [distance], est_indirect=True)
    def defendre(self, joueur, cartes_attaque, est_indirect):
        if joueur.main.count(cartes_attaque[0]) >= len(cartes_attaque):
            for carte in cartes_attaque:
                joueur.main.remove(carte)
            return "parer"
        if not est_indirect:
            return "échouer"
        carte = random.choice([*joueur.main, 0])
        if carte == 0:
            return "parer"
        if self.plateau.positions[1] + carte > 23:
            return self.defendre(joueur, cartes_attaque, est_indirect)
        self.plateau.positions[1] += carte
        return "retraite"

raise SystemExit("begins a game that nobody asked for")
"""

COMMAND_ENGARDE = {
    "card": "class Card:\n    def __init__(self, value):\n        self.value = value\n",
    "player": """
class Player:
    def __init__(self, token):
        self.position, self.hand, self.hits = 0, [], 0
""",
    "piste": """
class Piste:
    def __init__(self, left, right):
        self.left, self.right, self.range = left, right, 22
    def update(self):
        self.range = self.right.position - self.left.position
""",
    "engarde": """
import time
import card, piste, player

def init_discards():
    return []

def computerTurn(player, opponent, piste, discards, deck):
    print(cls, "Computer Turn ...", len(deck))
    time.sleep(60)
    assert 0 <= opponent.position < player.position <= 22
    for card in player.hand:
        if card.value == piste.range:
            opponent.hits += 1
            return
    for card in player.hand:
        if card.value < piste.range:
            player.position -= card.value
            return
    player.position += player.hand[0].value

raise SystemExit("begins a game that nobody asked for")
""",
}


JAVA = """#!/usr/bin/env python3
import sys
assert sys.argv[1:] == ["-cp", "classes", "EngardoideRival"]
for line in sys.stdin:
    *numbers, hand, discards = line.split()
    direction, own, other, pile, kind, number, value = map(int, numbers)
    hand, distance = [int(card) for card in hand[1:]], (other - own) * direction
    assert 1 <= distance <= 22 and len(hand) <= 5 and 20 <= len(hand) + len(discards[1:]) + pile <= 25
    ahead = [card for card in hand if card < distance]
    lunges = [card for card in ahead if hand.count(distance - card) > (card == distance - card)]
    back = [card for card in hand if 1 <= own - card * direction <= 23]
    if kind and hand.count(value) >= number:
        print(5, number, 0, value, flush=True)
    elif kind == 4:
        print(1, 0, back[0], 0, flush=True)
    elif distance in hand:
        print(3, hand.count(distance), 0, distance, flush=True)
    elif lunges:
        print(4, 1, lunges[0], distance - lunges[0], flush=True)
    elif ahead:
        print(2, 0, ahead[-1], 0, flush=True)
    else:
        print(1, 0, back[0], 0, flush=True)
"""
"""It answers what EngardoideRival.java would ask the bot, and goes for the opponent."""


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a stand-in for Java and the bot first in the path."""
    program = tmp_path / "java"
    program.write_text(JAVA, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def ai(tmp_path: Path) -> Path:
    """Return a script with the interface of En-Garde-AI, which goes for the opponent."""
    path = tmp_path / "Humain_IA.py"
    path.write_text(EN_GARDE_AI, encoding="utf-8")
    return path


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """Return a script with the interface of command-engarde, which goes for the opponent."""
    for name, text in COMMAND_ENGARDE.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path / "engarde.py"


def whole_rounds(name: str, script: Path | str, rules: Rules) -> None:
    """Let a rival play; fail if it ever does what is not legal."""
    words = [sys.executable, "-IS", str(FOLDER / "rival_bot.py"), name, str(script)]
    meeting = played(Pairing(shlex.join(words), "novice", rules, 5, seed=1))
    assert meeting.rounds == 10
    assert meeting.forfeits[0] == {}
    assert meeting.count(1) > 0


def test_the_en_garde_ai_plays_whole_rounds_from_both_sides(ai: Path) -> None:
    whole_rounds("en-garde-ai", ai, PRESETS["ferti-advanced"])


def test_the_command_engarde_plays_whole_rounds_from_both_sides(command: Path) -> None:
    whole_rounds("command-engarde", command, parse_rules("house"))


@pytest.mark.usefixtures("java")
def test_the_engardoide_plays_whole_rounds_from_both_sides() -> None:
    whole_rounds("engardoide", "classes", PRESETS["ferti-advanced"])


@pytest.mark.usefixtures("java")
def test_the_engardoide_is_understood() -> None:
    """In all positions of random rounds."""
    rival = example("rival_bot").Engardoide("classes")
    kinds = set()
    for message in messages(PRESETS["ferti-advanced"], 30):
        answer = rival.choose(message)
        assert answer in message["legal"]
        kinds.add(POLICY.parse_action(answer).kind)
    rival.java.communicate()
    assert kinds >= {Kind.ADVANCE, Kind.ATTACK, Kind.ADVANCE_AND_ATTACK, Kind.PARRY, Kind.EVADE}


def test_the_en_garde_ai_is_told_what_it_could_see_and_understood(ai: Path) -> None:
    """In all positions of random rounds: on the right, or mirrored; its answers are actions of ours."""
    module = example("rival_bot")
    rival = module.EnGardeAI(ai)
    kinds = set()
    for state, message in zip(
        states_of(PRESETS["ferti-advanced"], 30), messages(PRESETS["ferti-advanced"], 30), strict=True
    ):
        assert state.turn is not None
        hidden = [*state.hands[state.turn.other], *state.draw_pile]
        assert module.unseen(message) == sorted(hidden)
        left, right = module.squares(message)
        assert right - left == message["distance"]
        assert right == (state.positions[1] if state.turn is Seat.RIGHT else 24 - state.positions[0])
        answer = rival.choose(message)
        assert answer in message["legal"]
        kinds.add(POLICY.parse_action(answer).kind)
    assert kinds >= {
        Kind.ADVANCE,
        Kind.ATTACK,
        Kind.ADVANCE_AND_ATTACK,
        Kind.PARRY,
        Kind.EVADE,
        Kind.TAKE_HIT,
    }
