"""What a player may remember: who holds which cards, told by the public history alone.

Everything but the order of decks and what is drawn from them happens in the open. So the discards are
remembered exactly, and the hidden cards as sources: a source is the cards of a deck together with the
cards that were drawn from it unseen. Once a deck is used up, all that is left of its source is in hands.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.game import Seat
from engine.swords_and_shields.actions import Kind, Place, Zone
from engine.swords_and_shields.cards import Card
from engine.swords_and_shields.effects import SHOP_NUMBERS
from engine.swords_and_shields.events import Event, EventKind, Play
from engine.swords_and_shields.view import DuelView


class Source:
    """The cards of a deck, and those drawn from it unseen that have not come to light since."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = Counter(cards)
        self.drawn = [0, 0]
        """How many of the cards are in the hands of left and right."""
        self.top: list[Card] = []
        """The cards known to be on top of the deck, the topmost first; they are not among `cards`."""

    @property
    def unseen(self) -> int:
        """How many cards the deck has below the known top."""
        return self.cards.total() - sum(self.drawn)


def remove(cards: Counter[Card], card: Card) -> None:
    """Take one of a card away; there must be one."""
    if cards[card] > 1:
        cards[card] -= 1
    else:
        del cards[card]


class Memory:
    """What everybody knows after the plays so far; call `learn` with each, or use `remember`."""

    def __init__(self, view: DuelView) -> None:
        cards = view.rules.cards
        self.known: tuple[Counter[Card], Counter[Card]] = (Counter(), Counter())
        """The cards known to be in the hands of left and right."""
        self.decks = [Source(cards.starter), Source(cards.starter)]
        self.shop_deck = Source(cards.shop)
        self.old: list[Source] = []
        """The sources whose deck is used up."""
        self.discards: tuple[list[Card], list[Card]] = ([], [])
        """The discards of left and right, the top card last."""
        self.shop_discard: list[Card] = []
        self._shop: list[Card | None] = [None] * len(SHOP_NUMBERS)
        self._chain = 1
        self._early = [0, 0]
        """How many cards of the next DREW were drawn before the discard was shuffled."""
        for event in view.opening:
            self._note(event, view.first, None)

    def learn(self, play: Play) -> None:
        """Take note of a play."""
        player, action = play.seat, play.action
        bought: Card | None = None
        match action.kind:
            case Kind.USE:
                self._chain = 1
                card = play.events[0].card
                assert card is not None
                if action.card:
                    self.leave_hand(player, card)
                self.shop_discard.append(card)
            case Kind.LAY:
                card = play.events[0].card
                assert card is not None
                self.leave_hand(player, card)
            case Kind.BUY:
                bought = play.events[0].card
                self._shop[action.number - 1] = None
            case Kind.CLEAR:
                self.shop_discard += [card for card in self._shop if card is not None]
                self._shop = [None] * len(SHOP_NUMBERS)
            case Kind.DESTROY | Kind.REMOVE | Kind.MOVE:
                self._take_away(player, action.place)
            case Kind.STRIKE:
                self._strike(play)
        for event in play.events:
            self._note(event, player, play)
        if bought is not None:
            if bought.is_duff:
                self.decks[player.other].top.insert(0, bought)
            else:
                self.discards[player].append(bought)

    def _take_away(self, player: Seat, place: Place | None) -> None:
        """Take a card from the shop or from a discard; the displays are open anyway."""
        assert place is not None
        if place.zone is Zone.SHOP:
            if place.number:
                self._shop[place.number - 1] = None
            else:
                del self.shop_discard[-1 - self._chain]
        elif not place.number:
            self.discards[player if place.zone is Zone.OWN else player.other].pop()

    def _strike(self, play: Play) -> None:
        """Lay a sword that an effect let strike on the discard it belongs to."""
        place, card = play.action.place, play.events[0].card
        assert place is not None
        assert card is not None
        if card.suit == "sword" and place.number:
            if place.zone is Zone.SHOP:
                self._shop[place.number - 1] = None
                self.shop_discard.append(card)
            else:
                self.discards[play.seat if place.zone is Zone.OWN else play.seat.other].append(card)

    def _note(self, event: Event, player: Seat, play: Play | None) -> None:
        seat, card = event.seat, event.card
        match event.kind:
            case EventKind.OPENED:
                assert card is not None
                self._shop[event.number - 1] = card
                remove(self.shop_deck.cards, card)
            case EventKind.PAID | EventKind.BROKE | EventKind.COUNTERED:
                assert seat is not None
                assert card is not None
                self.discards[seat].append(card)
            case EventKind.STRUCK if play is not None and play.action.kind is Kind.ATTACK:
                assert card is not None
                self.discards[player].append(card)
            case EventKind.DESTROYED:
                assert card is not None
                self._chain += 1
                self.shop_discard.append(card)
            case EventKind.MOVED:
                assert card is not None
                if play is not None and play.action.kind is Kind.KEEP:
                    self._turn_over(player, card)
                (self.shop_discard if seat is None else self.discards[seat]).append(card)
            case EventKind.TOOK:
                assert card is not None
                if play is not None and play.action.kind is Kind.KEEP:
                    self._turn_over(player, card)
                else:
                    self.discards[player].pop()
                self.known[player][card] += 1
            case EventKind.SHOWED:
                assert card is not None
                self._show(player, card)
            case EventKind.SHUFFLED:
                assert seat is not None
                self._shuffle(seat)
            case EventKind.DREW:
                assert seat is not None
                self._draw(event)

    def _draw(self, event: Event) -> None:
        seat = event.seat
        assert seat is not None
        if event.zone is Zone.OWN:
            number, self._early[seat] = event.number - self._early[seat], 0
            self._draw_from(self.decks[seat], seat, number)
        else:
            source = self.shop_deck if event.zone is Zone.SHOP else self.decks[seat.other]
            self._draw_from(source, seat, event.number)

    def _draw_from(self, source: Source, seat: Seat, number: int) -> None:
        for _ in range(number):
            if source.top:
                self.known[seat][source.top.pop(0)] += 1
            else:
                source.drawn[seat] += 1

    def _shuffle(self, seat: Seat) -> None:
        """Draw what was left of the deck, and make a source of the discard."""
        source = self.decks[seat]
        self._early[seat] = len(source.top) + source.unseen
        self._draw_from(source, seat, self._early[seat])
        self.old.append(source)
        self.decks[seat] = Source(self.discards[seat])
        self.discards[seat].clear()

    def _turn_over(self, seat: Seat, card: Card) -> None:
        """Take a card from a deck that is turned over, the top card first."""
        source = self.decks[seat]
        if source.top:
            source.top.pop(0)
        else:
            remove(source.cards, card)

    def _show(self, seat: Seat, card: Card) -> None:
        """Know a card of a hand; no two of those shown together are equal but grey ones."""
        self.settle()
        if not self.known[seat][card]:
            self.trace(seat, card)
            self.known[seat][card] += 1

    def leave_hand(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand."""
        self.settle()
        if self.known[seat][card]:
            remove(self.known[seat], card)
        else:
            self.trace(seat, card)

    def trace(self, seat: Seat, card: Card) -> None:
        """Find out from where a player had drawn a card unseen; take the likeliest place for true."""
        sources = (self.decks[seat], *self.old, self.shop_deck, self.decks[seat.other])
        for source in sources:
            if source.drawn[seat] and source.cards[card]:
                source.drawn[seat] -= 1
                remove(source.cards, card)
                return
        self._mend(sources, seat, card)

    def _mend(self, sources: Sequence[Source], seat: Seat, card: Card) -> None:
        """Take a card that can be in the hand only if an equal one came from elsewhere than was thought."""
        drawn = next((source for source in sources if source.drawn[seat]), None)
        holder = next((source for source in sources if source.cards[card]), None)
        if drawn is not None and holder is not None:
            drawn.drawn[seat] -= 1
            remove(holder.cards, card)
            stray = min(drawn.cards.elements(), key=str)
            remove(drawn.cards, stray)
            holder.cards[stray] += 1

    def settle(self) -> None:
        """Know the hands that hold all that is left of a source."""
        for source in (*self.decks, *self.old):
            for seat in Seat:
                if source.drawn[seat] and source.drawn[seat] == source.cards.total():
                    self.known[seat].update(source.cards)
                    source.cards.clear()
                    source.drawn[seat] = 0
        self.old = [source for source in self.old if source.cards]


def remember(view: DuelView) -> Memory:
    """Return what the history of a view tells, and the own hand if the view shows it."""
    memory = Memory(view)
    for play in view.plays:
        memory.learn(play)
    if view.seat is not None:
        _look_at_hand(memory, view.seat, view.hand)
    memory.settle()
    return memory


def _look_at_hand(memory: Memory, seat: Seat, hand: tuple[Card, ...]) -> None:
    """Tell the sources of the own cards, which are known."""
    memory.settle()
    for card in (Counter(hand) - memory.known[seat]).elements():
        memory.trace(seat, card)
    memory.known[seat].clear()
    memory.known[seat].update(hand)
    for source in (*memory.decks, *memory.old, memory.shop_deck):
        source.drawn[seat] = 0
