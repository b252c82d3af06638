"""A network that sees what a fencer sees, read from a file of weights and run in plain Python."""

from itertools import chain, compress, islice
from operator import mul
from struct import iter_unpack
from typing import Final, NamedTuple

from engine.en_garde.bots.inputs import INPUTS, LATEST, OUTPUTS

MOST_UNITS: Final = 1000
"""A network with more units in a hidden layer is not read."""

Row = tuple[float, ...]


class Network(NamedTuple):
    """The weights and biases of the three layers."""

    by_input: tuple[Row, ...]
    """The first layer, a row per input instead of per unit, since only a few inputs are on."""
    bias: Row
    second: tuple[Row, ...]
    second_bias: Row
    last: tuple[Row, ...]
    last_bias: Row

    def outputs(self, on: list[int]) -> list[float]:
        """Return the outputs, given which inputs are on; of these it may not see the latest actions."""
        seen = [self.by_input[number] for number in on if number < len(self.by_input)]
        first = [max(sum(column), 0.0) for column in zip(self.bias, *seen, strict=True)]
        second = [max(total, 0.0) for total in _layer(first, self.second, self.second_bias)]
        return _layer(second, self.last, self.last_bias)


def read(data: bytes) -> Network:
    """Return the network in a file of weights; raises ValueError if there is none of such a size."""
    (first, bias), (second, second_bias), (last, last_bias) = read_layers(data)
    return Network(tuple(zip(*first, strict=True)), bias, second, second_bias, last, last_bias)


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


def _layer(values: list[float], rows: tuple[Row, ...], biases: Row) -> list[float]:
    """Return the outputs of a layer, before they are cut off at 0."""
    # Two units in three are 0; to leave them out takes half the time and adds up to the same.
    on = [value for value in values if value]
    return [sum(map(mul, compress(row, values), on), bias) for row, bias in zip(rows, biases, strict=True)]
