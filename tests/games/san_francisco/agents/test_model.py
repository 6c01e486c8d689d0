"""The network in torch and without it are the same; columns are treated alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import sf_env
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.kinds import BUILD
from sf_agents.san_francisco.network.model import DistrictNetwork, Widths
from sf_agents.san_francisco.network.opinions import opinions
from sf_agents.training.perceptron import Perceptron, make_even
from sf_env.games.san_francisco.engine.actions import FINALIZE, PUT
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from tests.games.san_francisco.agents.nets import NETWORKS
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.agents.torch_nets import WIDTHS, shaken


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", list(DECKS))
@pytest.mark.parametrize("widths", WIDTHS)
def test_it_computes_what_torch_computes(
    tmp_path: Path, players: int, deck: str, widths: Widths
) -> None:
    network = shaken(players, widths)
    DISTRICTS.write(tmp_path / "net.npz", BUILD.to_net(network), {"players": players})
    seen = sf_env.observe(stages(players, deck, each=60))
    logits, values = opinions(seen, DISTRICTS.load(players, str(tmp_path / "net.npz")).net)
    with torch.no_grad():
        expected = network(torch.from_numpy(seen))
    assert np.abs(logits - expected[0].numpy()).max() < 1e-4
    assert np.abs(values[:, 0] - expected[1].numpy()).max() < 1e-4
    assert logits.std() > 0.1
    assert values.std() > 0.01


def test_the_export_does_not_share_memory_with_the_network() -> None:
    network = shaken(2, Widths())
    net = BUILD.to_net(network)
    before = [array.copy() for array in net]
    with torch.no_grad():
        for weights in network.parameters():
            weights.zero_()
    assert all(np.array_equal(*pair) for pair in zip(net, before, strict=True))


@pytest.mark.parametrize("players", [2, 4])
def test_columns_that_change_places_change_their_logits(players: int) -> None:
    network = shaken(players, Widths())
    states = stages(players, each=60)
    seen = sf_env.observe(states)
    swapped = seen.copy()
    views = [sf_env.observation_view(array, players) for array in (seen, swapped)]
    for name in ("column_count", "column_sums", "column_cards"):
        views[1][name][...] = views[0][name][:, [2, 0, 1]]
    with torch.no_grad():
        network.actions.action.weight[FINALIZE : PUT + 3] = 0  # what does not look at columns
        network.actions.action.bias[FINALIZE : PUT + 3] = 0
        (before, value), (after, same) = (
            network(torch.from_numpy(array)) for array in (seen, swapped)
        )
    for first in (FINALIZE, PUT):
        assert torch.allclose(
            before[:, first : first + 3][:, [2, 0, 1]], after[:, first : first + 3], atol=1e-5
        )
    assert torch.allclose(value, same, atol=1e-5)


def test_networks_of_all_kinds_have_the_same_outputs() -> None:
    seen = torch.from_numpy(sf_env.observe(stages(2)))
    for network in (DistrictNetwork(2), Perceptron(SAN_FRANCISCO, 2)):
        logits, values = network(seen)
        assert logits.shape == (len(seen), 44)
        assert values.shape == (len(seen),)


def test_a_fresh_policy_is_nearly_uniform() -> None:
    seen = torch.from_numpy(sf_env.observe(stages(2)))
    network = DistrictNetwork(2)
    before = network(seen)[0]
    make_even(network.actions)
    after = network(seen)[0]
    assert after.std(dim=0).mean() < 0.2 * before.std(dim=0).mean()  # between positions
    assert after.std(dim=1).max() < 0.1  # between actions


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)
def test_the_packages_own_networks_are_those_of_torch(path: Path) -> None:
    card, net = DISTRICTS.read(path)
    network = DistrictNetwork(card["players"], Widths(**DISTRICTS.widths_of(net)))
    network.load_state_dict(BUILD.from_net(net, card["players"]))
    seen = sf_env.observe(stages(card["players"], each=60))
    logits, values = opinions(seen, net)
    with torch.no_grad():
        expected = network(torch.from_numpy(seen))
    assert np.abs(logits - expected[0].numpy()).max() < 1e-4
    assert np.abs(values[:, 0] - expected[1].numpy()).max() < 1e-4
