"""The example that plays a policy from the folder in which it was trained."""

import importlib.util
from pathlib import Path

import pytest
from bots.positions import seen, states_of

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")

import engine  # noqa: E402
from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.bots import inputs  # noqa: E402
from engine.training.learner import Learner, Plan  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("wide", [False, True])
def test_the_averaged_policy_of_a_folder_can_be_played(wide: bool, tmp_path: Path) -> None:
    """Whatever it sees and however large it is."""
    learner = Learner(Plan(hidden=24, wide=wide, iterations=1, rounds=64))
    with torch.no_grad():
        learner.average[4].bias.uniform_()
    learner.save(tmp_path / "checkpoint.pt")
    path = Path(engine.__path__[0]).parent / "docs" / "examples" / "policy_bot.py"
    spec = importlib.util.spec_from_file_location("policy_bot", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.write(str(tmp_path), str(tmp_path / "file"))
    policy, known = example.network(tmp_path / "file")
    assert known == (inputs.INPUTS if wide else inputs.LATEST)
    for state in states_of(PRESETS["ferti-advanced"], 3):
        view = seen(state)
        assert view.turn is not None
        on = inputs.inputs_of(view, view.turn)
        row = torch.zeros(1, inputs.INPUTS)
        row[0, on] = 1
        with torch.no_grad():
            wanted = learner.average(row[:, : learner.average[0].in_features])[0].tolist()
        # The weights lose some digits in the file.
        told = policy.outputs([number for number in on if number < known])
        assert told == pytest.approx(wanted, abs=2e-3)
