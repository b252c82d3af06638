"""Lets other people's programs play: `engarde arena master 'python3 docs/examples/rival_bot.py NAME FILE'`.

NAME is one of RIVALS below, FILE what it needs of a checkout of its repository (docs/rivals.md). Nothing
of theirs is here. Of a script, the classes and functions are read, and the game at the end is not begun.
Scripts know only a game in which they sit on the right, so a round on the left is shown to them mirrored.
"""

import ast
import io
import json
import random
import re
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path


def definitions(path):
    """Return what a script imports and defines, without running the rest of it."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    kept = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef)
    tree.body = [node for node in tree.body if isinstance(node, kept)]
    sys.path.insert(0, str(Path(path).resolve().parent))
    names = {"__name__": "rival"}
    exec(compile(tree, str(path), "exec"), names)
    return names


def squares(view):
    """Return the squares, 1 to 23, of the opponent on the left and the rival on the right."""
    left, right = view["positions"]
    return [left, right] if view["seat"] == "right" else [24 - right, 24 - left]


def discards(view):
    """Return all cards that have been played, which every action shows."""
    return [int(digit) for _, action in view["plays"] for digit in re.findall(r"\d", action)]


def unseen(view):
    """Return the cards in the opponent's hand and the draw pile, in no order."""
    seen = Counter([*view["hand"], *discards(view)])
    return [value for value in range(1, 6) for _ in range(5 - seen[value])]


class EnGardeAI:
    """HydRen-fr/En-Garde-AI, Humain_IA.py: plays each move out at random; plays the rules ferti-advanced.

    It wants 10,000 random rounds for each move, which takes it minutes; here they are ROUNDS.
    """

    ROUNDS = 50

    def __init__(self, path):
        """Read the script."""
        self.rival = definitions(path)

    def choose(self, view):
        """Return its action."""
        game = self.rival["JeuEnGarde"]()
        game.plateau.positions = squares(view)
        game.ordinateur.main = list(view["hand"])
        game.pioche = unseen(view)
        return self.defence(game, view) if view["attack"] else self.turn(game, view)

    def turn(self, game, view):
        """Let it play its turn, and return what it did."""
        attack = []
        game.defendre = lambda player, cards, est_indirect: attack.extend(cards) or "parer"
        best = game.ordinateur.choisir_meilleure_branche
        game.ordinateur.choisir_meilleure_branche = lambda game, moves, _: best(game, moves, self.ROUNDS)
        before = game.plateau.positions[1]
        game.tour_ordi()
        step = before - game.plateau.positions[1]
        return (f"{step:+d}" if step else "") + ("A" + "".join(map(str, attack)) if attack else "")

    def defence(self, game, view):
        """Let it answer the attack; again if it parries with nothing, as its code allows."""
        if view["legal"] == ["H"]:
            return "H"
        *advance, cards = view["attack"].split("A")
        cards = [int(card) for card in cards]
        while True:
            hand, before = list(game.ordinateur.main), game.plateau.positions[1]
            answer = game.defendre(game.ordinateur, cards, est_indirect=any(advance))
            if answer == "retraite":
                return f"R{game.plateau.positions[1] - before}"
            if answer != "parer":
                return "H"
            if len(game.ordinateur.main) < len(hand):
                return "P" + "".join(map(str, cards))


class CommandEngarde:
    """alajoie/command-engarde, src/engarde.py: hits, else keeps away; plays the rules `house`."""

    def __init__(self, path):
        """Read the script, and do not wait while it pretends to think."""
        self.rival = definitions(path)
        self.rival["time"].sleep = lambda seconds: None
        self.rival["cls"] = ""

    def choose(self, view):
        """Let it play its turn, and return what it did."""
        rival = self.rival
        opponent, computer = rival["player"].Player("P"), rival["player"].Player("C")
        piste = rival["piste"].Piste(opponent, computer)
        opponent.position, computer.position = (square - 1 for square in squares(view))
        piste.update()
        computer.hand = [rival["card"].Card(value) for value in view["hand"]]
        # It draws a card, and shows what lies open without minding it.
        rival["deck"] = [rival["card"].Card(value) for value in unseen(view)]
        rival["discards"] = rival["init_discards"]()
        before = computer.position
        rival["computerTurn"](computer, opponent, piste, rival["discards"], rival["deck"])
        if opponent.hits:
            return f"A{view['distance']}"
        return f"{before - computer.position:+d}"


class Engardoide:
    """calkam/EnGarde, its bot "Difficile": counts cards; plays the rules ferti-advanced.

    FILE is a folder of classes, made by

    javac -d FILE -sourcepath EnGarde docs/examples/EngardoideRival.java
    """

    # Its kinds of action and attack.
    BACK, ADVANCE, DIRECT, INDIRECT, PARRY = range(1, 6)

    def __init__(self, classes):
        """Start the program that asks it."""
        command = ["java", "-cp", classes, "EngardoideRival"]
        self.java = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def choose(self, view):
        """Return its action; taking the hit is no choice in its game."""
        if view["legal"] == ["H"]:
            return "H"
        left, right = view["positions"]
        place = (1, left, right) if view["seat"] == "left" else (-1, right, left)
        attack = (0, 0, 0)
        if view["attack"]:
            advance, cards = view["attack"].split("A")
            attack = (self.INDIRECT if advance else self.DIRECT, len(cards), cards[0])
        cards = ("".join(map(str, held)) for held in (view["hand"], discards(view)))
        print(
            *place,
            view["pile"],
            *attack,
            *(f"c{digits}" for digits in cards),
            file=self.java.stdin,
            flush=True,
        )
        kind, number, move, card = map(int, self.java.stdout.readline().split())
        blades = "A" + number * str(card)
        words = {
            self.BACK: f"R{move}" if view["attack"] else f"-{move}",
            self.ADVANCE: f"+{move}",
            self.DIRECT: blades,
            self.INDIRECT: f"+{move}{blades}",
            self.PARRY: f"P{blades[1:]}",
        }
        return words[kind]


RIVALS = {"en-garde-ai": EnGardeAI, "command-engarde": CommandEngarde, "engardoide": Engardoide}


def main():
    """Answer each view as the rival does."""
    rival = RIVALS[sys.argv[1]](sys.argv[2])
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello"}
            case "view":
                random.seed(message["seed"])
                # It draws its board on standard output, where only answers may go.
                with redirect_stdout(io.StringIO()):
                    answer = {"type": "action", "action": rival.choose(message)}
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
