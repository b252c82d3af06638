"""The lesson of A Game of Swords and Shields: ten exercises, from the first attack to a won round."""

from collections.abc import Iterable
from typing import Final

from engarde_tui.games.swords_and_shields.positions import RULES, position
from engarde_tui.progress.lesson import Exercise, Lesson, Step
from engine.swords_and_shields import PRESETS, Duel


def _exercise(title: str, duel: Duel, *steps: Step, learnt: str) -> Exercise:
    """Return an exercise that begins in a position."""
    return Exercise(title, RULES, duel.dealt, steps, learnt, position=duel)


def _lay(*cards: str, on: str = "123") -> tuple[str, ...]:
    """Return the actions that lay one of these cards on one of the places."""
    return tuple(f"lay:{card}:{number}" for card in cards for number in on)


def _answer(words: Iterable[str], answer: str) -> dict[str, str]:
    """Return what to say to each of the actions that share an answer."""
    return dict.fromkeys(words, answer)


_ATTACK: Final = _exercise(
    "Swords",
    position("h1y s3g"),
    Step(
        idea="Bring Maestro down to 0 life points (LP). What you hold can do nothing yet: lay it out, on one "
        "of the three places in front of you.",
        task="Lay out your 3-sword. Press {card-2}, then {play}.",
        right=_lay("s3g"),
        otherwise="First the sword. Press {card-2}, then {play}.",
        wrong=_answer(_lay("h1y"), "A shield only defends you. To attack, lay out the sword.")
        | _answer(
            ["use:s3g"], "That would destroy your sword for its effect. You need it to attack: lay it out."
        ),
    ),
    Step(
        idea="Maestro's three places are empty: nothing stops your sword. {seen}They are above. Do as much "
        "as you like in a turn, in any order.",
        task="Attack. Press {list-attack}, then {play}.",
        right=("attack:1", "attack:2", "attack:3"),
        otherwise="Your sword is ready. Attack. Press {list-attack}, then {play}.",
    ),
    learnt="Maestro has lost 3 LP. Your sword has gone to your discard, which becomes your deck again once "
    "that is used up: so it comes back.",
)

_SHIELDS: Final = _exercise(
    "Shields",
    position("h1y", "s4g s1y -", opposing="h1r h2v -"),
    Step(
        idea="Shields stand in the way. An attack breaks them one by one, each taking off its strength. "
        "Strength left after the last shield is taken from their LP.",
        task="Break both shields with one attack. Press {list-attack} until it is marked, then {play}.",
        right=("attack:1:12", "attack:1:21"),
        otherwise="Attack with the 4-sword. Press {list-attack} until the line says that Maestro loses LP.",
        wrong={
            "attack:1:1": "That breaks only the 1-shield; the rest of your 4 is lost. Break both: 4 is "
            "more than 1 + 2.",
            "attack:1:2": "That breaks only the 2-shield; the rest of your 4 is lost. Break both: 4 is "
            "more than 1 + 2.",
            "attack:2:1": "That breaks one shield with one sword. The 4-sword can break both.",
        },
    ),
    Step(
        idea="Broken shields go to Maestro's discard. The way is free, and you may attack as often as you "
        "have swords.",
        task="Attack with your other sword.",
        right=("attack:2",),
        otherwise="There is no shield left: attack with your other sword. Press {list-attack}, then {play}.",
    ),
    learnt="5 in swords, 2 LP taken: the shields have cost you 3. Weak shields are worth something, too.",
)

_COUNTER: Final = _exercise(
    "Strike back",
    position("h1y", "s2g s5y -", opposing="s3r - -"),
    Step(
        idea="A sword lies in front of Maestro. After your first attack of a turn all swords on the other "
        "side strike back, and your shields do not help.",
        task="Attack with your 2-sword and see.",
        right=("attack:1",),
        otherwise="Attack with your 2-sword. Press {list-attack}, then {play}.",
        wrong={"attack:2": "Either sword is answered. Take the 2-sword first: the 5 can wait."},
    ),
    Step(
        idea="Maestro has lost 2 LP, and you have lost 3. But Maestro's sword is gone now, and only the "
        "first attack of a turn is answered.",
        task="Attack again: this time it is free.",
        right=("attack:2",),
        otherwise="Now nobody strikes back: attack with your 5-sword.",
    ),
    learnt="A sword left lying is a threat to whoever attacks. Before you attack, look at the swords across "
    "the table.",
)

_COLOURS: Final = _exercise(
    "Colours",
    position("s3r s3b", "h1g h2y -", opposing="h4v - -"),
    Step(
        idea="Your life card is red: red cards in front of you are 2 stronger. So are grey ones, which have "
        "any colour. Maestro's life card is blue.",
        task="Lay out the sword that breaks the 4-shield.",
        right=("lay:s3r:3",),
        otherwise="Lay out one of your two swords. Press {card-1} or {card-2}, then {play}.",
        wrong={
            "lay:s3b:3": "Blue is Maestro's colour. In front of you a blue 3-sword has strength 3, and "
            "the shield 4."
        },
    ),
    Step(
        idea="Your 3-sword counts 5 now. {seen}5 (+2) means 3 and 2 more. A card beside it adds 1 if it is "
        "grey or of its colour, and 1 more if it has its name.",
        task="Now break the shield.",
        right=("attack:3:1",),
        otherwise="Your 3-sword counts 5, more than the 4-shield. Press {list-attack}, then {play}.",
    ),
    learnt="5 against 4: the shield is broken, and 1 LP lost. It pays to lay out cards that go together.",
)

_BUY: Final = _exercise(
    "Buy",
    position("h1y s1b s2g s3v", shop="s5g h8b s8y h4r s4v"),
    Step(
        idea="Better cards are in the shop. {seen}It is in the middle. The 5-sword costs 5 in swords or "
        "three stones of one colour: exactly.",
        task="Lay out a sword to pay with. Which two make 5?",
        right=_lay("s2g", "s3v"),
        otherwise="Lay out a sword: 2 and 3 make 5.",
        wrong=_answer(_lay("h1y"), "A shield does not pay in swords. Two of your swords make 5.")
        | _answer(_lay("s1b"), "With a 1-sword you cannot make exactly 5: take 2 and 3."),
    ),
    Step(
        idea="Nobody gives change: 4 or 6 would not do. One to three cards pay together, all of one kind.",
        task="Lay out the other sword.",
        right=_lay("s2g", "s3v"),
        otherwise="Lay out the other sword, so that 2 and 3 make 5.",
    ),
    Step(
        idea="You have laid out the price of the 5-sword: 5 swords. {seen}A tick (✓) in the shop marks what "
        "you can buy now, beside its price: 5† is 5 swords.",
        task="Buy the 5-sword. Press {list-buy}, then {play}.",
        right=("buy:1:12", "buy:1:13", "buy:1:23"),
        otherwise="You have laid out exactly 5 in swords. Press {list-buy}, then {play}.",
    ),
    learnt="The 5-sword lies on your discard, and what you paid with below it. You will draw all of them: "
    "so your deck becomes better with every purchase.",
)

_STONES: Final = _exercise(
    "Stones",
    position("h1y s1v s1x", "h2g - -", shop="h4r s8y h8b s10x s8g"),
    Step(
        idea="Every card is also worth stones (◆). The 4-shield costs three of one colour; your "
        "green shield is worth two. Grey counts as every colour.",
        task="Lay out the card that makes it three green stones.",
        right=_lay("s1x", on="23"),
        otherwise="Which of your cards can be a green stone?",
        wrong=_answer(
            _lay("h1y", on="23"), "Yellow and green do not add up. Which of your cards has any colour?"
        )
        | _answer(
            _lay("s1v", on="23"), "Violet and green do not add up. Which of your cards has any colour?"
        ),
    ),
    Step(
        idea="Swords and shields can pay together in stones: only the colour counts. Two green stones and a "
        "grey one are three of one colour.",
        task="Buy the 4-shield. Press {list-buy}, then {play}.",
        right=("buy:1:12", "buy:1:13"),
        otherwise="Three stones of one colour lie in front of you. Press {list-buy}, then {play}.",
    ),
    learnt="Three currencies: swords, shields, and stones of one colour. What is weak in a fight often has "
    "the most stones.",
)

_EFFECTS: Final = _exercise(
    "Effects",
    position("h1g s5v", "s8y - -", opposing="h10x - -", shop="s4v h2y s8b h8v s3g"),
    Step(
        idea="Maestro's grey 10-shield stands at 12. But cards have effects: destroy one and do what it "
        "says. The 5-sword discards any open shield.",
        task="Use the effect of your 5-sword. Press {list-use} until it is marked, then {play}.",
        right=("use:s5v",),
        otherwise="Your 8-sword cannot break 12. Use your 5-sword. {list-use} lists the effects.",
        wrong=_answer(
            _lay("s5v", on="23"),
            "No sword of yours breaks 12. Do not lay it out: use its effect. {list-use} lists it.",
        )
        | _answer(["use:1"], "You need the 8-sword to attack. Use the 5-sword."),
    ),
    Step(
        idea="An effect reaches everything that lies open, in the shop too, but no hand and no deck.",
        task="Choose Maestro's shield, their #1. Press {down} or {up}, then {play}.",
        right=("remove:opp1",),
        otherwise="That is only in the shop. Choose Maestro's shield: their #1.",
    ),
    Step(
        idea="Nothing stands in the way of your 8-sword any more.",
        task="Attack.",
        right=("attack:1",),
        otherwise="The way is free: attack with your 8-sword. Press {list-attack}, then {play}.",
    ),
    learnt="8 LP! The 5-sword lies on the shop's discard: a card used for its effect is gone for good. "
    "For a weak card that is no loss.",
)

_BUFFS: Final = _exercise(
    "Buffs",
    position("s2y h1g", "b+2 - -", opposing="h4v - -"),
    Step(
        idea="A buff lies on your place 1. It adds 2 to the strength and worth of the card that lies on it, "
        "and stays when that card leaves.",
        task="Play your sword onto the buff. Press {card-2}, then {play}.",
        right=("lay:s2y:1",),
        otherwise="Play your 2-sword onto the buff, to place 1.",
        wrong=_answer(
            _lay("s2y", on="23"), "There its strength is 2, too little for the 4-shield. On place 1 it is 4."
        )
        | _answer(["lay:h1g:1"], "Then there is no room on the buff for your sword."),
    ),
    Step(
        idea="Your 2-sword on a buff of 2 is as strong as the 4-shield. That is enough to break it.",
        task="Break the shield.",
        right=("attack:1:1",),
        otherwise="Your sword can break the shield now. Press {list-attack}, then {play}.",
    ),
    learnt="The sword has gone, and the buff lies there for the next card. Buffs cost stones of different "
    "colours.",
)

_TURNS: Final = _exercise(
    "End of turn",
    position(
        "h4y",
        "h1g h1r -",
        opposing="s2g - -",
        other_hand="s1b h1r h1y h1g",
        shop="s8y ds-2 h8b s10x s4v",
        deck="s1v s1g",
        discard="s5g",
    ),
    Step(
        idea="Duffs are bad cards. You buy them for your opponent: they go face down onto Maestro's deck, "
        "and cost LP or a place in the hand.",
        task="Your shields are worth 2, the price of the duff -2. Press {list-buy}, then {play}.",
        right=("buy:2:12",),
        otherwise="First buy the duff. Press {list-buy}, then {play}.",
    ),
    Step(
        idea="When your turn ends, what lies in front of you defends you, and what you hold stays in your "
        "hand. Maestro's 2-sword lies ready.",
        task="Lay out the 4-shield, so that it defends you.",
        right=_lay("h4y"),
        otherwise="Lay out your shield first. Press {card-1}, then {play}.",
        wrong={"end": "Then nothing stops Maestro's sword. Lay out your shield first."},
    ),
    Step(
        idea="There is nothing more to do. Whoever begins a turn draws up to five cards. You hold none, your "
        "deck has two: your discard becomes the new deck.",
        task="End your turn. Press {list-end}, then {play}.",
        right=("end",),
        otherwise="Keep your shield where it is and end your turn. Press {list-end}, then {play}.",
        reply=("lay:ds-2:2", "end"),
    ),
    learnt="Laying out the duff has cost Maestro 2 LP, and the 2-sword could not break your shield. Your "
    "hand is full again, with your 5-sword.",
)

_WIN: Final = _exercise(
    "Win",
    position("h1g s1x", "s5y - -", opposing="h2v s8g -", discard="h1b", life=(4, 5)),
    Step(
        idea="Maestro has 5 LP left, you have 4. Think of the 8-sword that would strike back. At 0 LP the "
        "round ends at once, before any counter.",
        task="Use the effect of your grey 1-sword. Press {list-use} until it is marked, then {play}.",
        right=("use:s1x",),
        otherwise="That does not win. The effect of your grey 1-sword does. {list-use} lists it.",
        wrong={
            "attack:1:1": "5 - 2 = 3: Maestro keeps 2 LP, and the 8-sword strikes back. You have 4 LP, "
            "and lose.",
            "use:1": "That opens the way, but destroys the sword you need. Use your grey 1-sword.",
        },
    ),
    Step(
        idea="It takes your top discard back, or puts everything in front of Maestro on the discard.",
        task="Choose what clears the way. Press {down} or {up}, then {play}.",
        right=("sweep",),
        otherwise="That takes back a 1-shield. Discard Maestro's display instead.",
    ),
    Step(
        idea="Shield and sword are gone, and 5 LP are left.",
        task="Win!",
        right=("attack:1",),
        otherwise="Your 5-sword wins now. Press {list-attack}, then {play}.",
    ),
    learnt="You have won. Before each attack count what it takes, what stands in its way, and what strikes "
    "back.",
)

LESSON: Final = Lesson(
    PRESETS["quick-duel"],
    (_ATTACK, _SHIELDS, _COUNTER, _COLOURS, _BUY, _STONES, _EFFECTS, _BUFFS, _TURNS, _WIN),
    farewell="You know what you need to play. Two things you will meet: right after drawing you can clear "
    "the shop, if you hold all five colours; and cards that an effect makes you hold beyond five cost 4 LP "
    "each, as do cards that you must draw and cannot.",
)
