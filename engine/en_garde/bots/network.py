"""A network that sees what a fencer sees, read from a file of weights and run in plain Python.

Numbers are whole, in units of a power of two, and those of a layer lie side by side in one large integer: to
add and multiply these takes a tenth of the time that the same sums take number by number. What a network adds
up must be below 65,000, which holds for all that learn to play.
"""

from collections.abc import Iterable
from itertools import chain, islice
from struct import Struct, iter_unpack
from typing import Final, NamedTuple

from engine.en_garde.bots.inputs import INPUTS, LATEST, OUTPUTS

MOST_UNITS: Final = 1000
"""A network with more units in a hidden layer is not read."""

Row = tuple[float, ...]

_PLACE: Final = 64
"""Bits of each number in a large integer: far more than any sum needs."""

_ZERO: Final = 1 << (_PLACE - 2)
"""What a sum begins at, as no place can hold a number below 0."""

_WEIGHT: Final = 24
"""Weights are in units of 2 to the power of minus this: fine enough for half-precision numbers."""

_VALUE: Final = 22
"""The values of hidden units are; below 256 they are then one digit of Python's integers."""


class Layer(NamedTuple):
    """One layer: what each input, if it is 1, adds to all outputs at once."""

    columns: tuple[int, ...]
    bias: int
    outputs: Struct
    """Takes the numbers out of the bytes of a sum."""

    def numbers(self, total: int) -> tuple[int, ...]:
        """Return the numbers of a sum, each higher by `_ZERO`."""
        found: tuple[int, ...] = self.outputs.unpack(total.to_bytes(self.outputs.size, "little"))
        return found

    def fed(self, values: Iterable[int], unit: int) -> tuple[int, ...]:
        """Return the outputs for the numbers of the layer before, in units of 2 to the power of `-unit`.

        As there, each is higher by `_ZERO`; what was not above 0 is left out.
        """
        shift, total = unit - _VALUE, self.bias
        for value, column in zip(values, self.columns, strict=True):
            if value > _ZERO:
                total += ((value - _ZERO) >> shift) * column
        return self.numbers(total)


class Network(NamedTuple):
    """Three layers, of which the first has inputs that are on or off."""

    first: Layer
    second: Layer
    last: Layer

    def outputs(self, on: list[int]) -> list[float]:
        """Return the outputs, given which inputs are on; of these it may not see the latest actions."""
        columns = self.first.columns
        total = self.first.bias + sum(columns[number] for number in on if number < len(columns))
        second = self.second.fed(self.first.numbers(total), _WEIGHT)
        unit = 1 << (_WEIGHT + _VALUE)
        return [(value - _ZERO) / unit for value in self.last.fed(second, _WEIGHT + _VALUE)]


def read(data: bytes) -> Network:
    """Return the network in a file of weights; raises ValueError if there is none of such a size."""
    first, second, last = read_layers(data)
    return Network(
        _layer(*first, _WEIGHT), _layer(*second, _WEIGHT + _VALUE), _layer(*last, _WEIGHT + _VALUE)
    )


def _layer(rows: tuple[Row, ...], biases: Row, unit: int) -> Layer:
    """Return a layer whose sums are in units of 2 to the power of `-unit`."""
    columns = tuple(_packed(column, _WEIGHT) for column in zip(*rows, strict=True))
    return Layer(
        columns, _packed(biases, unit) + _packed([1.0] * len(rows), _PLACE - 2), Struct(f"<{len(rows)}Q")
    )


def _packed(numbers: Iterable[float], unit: int) -> int:
    """Return numbers in units of 2 to the power of `-unit` as one integer, the first in the lowest place."""
    # To write them beside each other takes half as long as to add them up; none may be below 0 there.
    whole = [round(number * (1 << unit)) + _ZERO for number in numbers]
    places = Struct(f"<{len(whole)}Q")
    zeros = places.pack(*[_ZERO] * len(whole))
    return int.from_bytes(places.pack(*whole), "little") - int.from_bytes(zeros, "little")


def read_layers(data: bytes) -> list[tuple[tuple[Row, ...], Row]]:
    """Return the weights of each layer, a row per output, and its biases: half-precision, little-endian.

    Raises ValueError if no network has so many.
    """
    sizes = _sizes(len(data))
    numbers = chain.from_iterable(iter_unpack("<e", data))
    return [
        (tuple(tuple(islice(numbers, inputs)) for _ in range(outputs)), tuple(islice(numbers, outputs)))
        for inputs, outputs in sizes
    ]


def _sizes(length: int) -> tuple[tuple[int, int], ...]:
    """Return inputs and outputs of each layer of the network whose file has so many bytes."""
    for inputs in (INPUTS, LATEST):
        for units in range(1, MOST_UNITS + 1):
            sizes = ((inputs, units), (units, units), (units, OUTPUTS + 1))
            if length == 2 * sum((wide + 1) * high for wide, high in sizes):
                return sizes
    raise ValueError(f"no network has {length:,} bytes of weights")
