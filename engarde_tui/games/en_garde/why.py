"""What speaks for an action, in words."""

from engarde_tui.games.en_garde.motive_words import FEW, in_words
from engine.en_garde import Action, RoundView
from engine.en_garde.bots.motives import MARGIN, Motive, Why, motives
from engine.en_garde.rules import CARD_VALUES


def why(view: RoundView, action: Action, instead: Action | None = None) -> list[str]:
    """Return what can be said of a legal action, a sentence each; see `Presentation.why`."""
    found = motives(view, action, instead)
    trapped = {motive.share for motive in found if motive.why is Why.TRAP}
    sentences: list[str] = []
    for motive in found:
        if not _is_telling(motive) or (motive.why is Why.ATTACK and motive.share in trapped):
            continue
        if instead is not None and not _is_praise(motive):
            continue
        is_danger = motive.why in (Why.HIT, Why.REACH, Why.COUNTER) and motive.share > 0
        is_price = is_danger and bool(sentences) and instead is None and found[0].why is not Why.FORCED
        sentences.append(in_words(motive, view, action, instead, is_price=is_price))
    out_of_reach = (motive for motive in found if motive.why is Why.REACH and not motive.share)
    return sentences or [in_words(motive, view, action, instead) for motive in out_of_reach]


def _is_telling(motive: Motive) -> bool:
    """Return whether a motive is one for its action, or a warning."""
    match motive.why:
        case Why.ATTACK:
            return motive.share >= FEW
        case Why.TRAP:
            return not 0 < motive.share < MARGIN
        case Why.LEAD:
            return motive.squares >= 0
        case Why.REACH:
            is_safer = motive.other is not None and motive.other - motive.share >= MARGIN
            return bool(motive.share) or is_safer or motive.distance <= 2 * CARD_VALUES[-1]
    return True


def _is_praise(motive: Motive) -> bool:
    """Return whether a motive that is better than another action's sounds better, or names both figures."""
    match motive.why:
        case Why.HIT | Why.COUNTER | Why.REACH:
            return not motive.share or (motive.other is not None and motive.other - motive.share >= MARGIN)
        case Why.END | Why.LAST_TURN:
            is_compared = motive.other is not None and motive.share - motive.other >= MARGIN
            return is_compared or motive.share + motive.drawn / 2 >= 1 / 2
    return True
