"""A trained network without search: one forward pass per decision.

It reads the same observation as every learner. ``compiled.py`` computes it with numpy and Numba
alone, ``file.py`` reads the files that ``sf-export`` writes. The package's own networks are in
``trained/``, each with a card.
"""

from __future__ import annotations

from dataclasses import dataclass

from sf_agents.network.family import FamilyNetwork
from sf_agents.san_francisco.network.file import DISTRICTS


@dataclass(frozen=True)
class Network(FamilyNetwork):
    """Play the policy of a trained network: take the likeliest action, or sample one."""

    games = ("san_francisco",)
    family = DISTRICTS
