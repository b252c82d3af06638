"""Files of weights: what is trained with PyTorch plays the same in plain Python, whatever its size."""

from pathlib import Path

import pytest
from bots.positions import seen, states_of

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")

from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.bots import inputs  # noqa: E402
from engine.en_garde.bots.network import read  # noqa: E402
from engine.training.networks import like, new_policy  # noqa: E402
from engine.training.opponents import networks, weights_of  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("hidden", [16, 192])
@pytest.mark.parametrize("wide", [False, True])
def test_a_policy_of_any_size_is_read_from_its_weights(wide: bool, hidden: int, tmp_path: Path) -> None:
    torch.manual_seed(1)
    policy, file = new_policy(hidden, wide=wide), tmp_path / "policy.weights"
    file.write_bytes(weights_of(policy))
    again, network = like(networks(str(file))[0]), read(file.read_bytes())
    assert again[0].weight.shape == policy[0].weight.shape
    for state in states_of(PRESETS["ferti-advanced"], 3):
        view = seen(state)
        assert view.turn is not None
        on = inputs.inputs_of(view, view.turn)
        row = torch.zeros(1, inputs.INPUTS)
        row[0, on] = 1
        with torch.no_grad():
            wanted = again(row[:, : again[0].in_features])[0].tolist()
        assert network.outputs(on) == pytest.approx(wanted, abs=1e-4)
