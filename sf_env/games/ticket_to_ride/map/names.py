"""Names for the places of generated maps: made up, in two parts, such as ``Amber Quay``."""

from __future__ import annotations

from sf_env.core.choices import Choices

FIRST = (
    "Amber Birch Cedar Copper Coral Fern Granite Heron Hazel Indigo Ivory Juniper Kestrel Larch "
    "Linden Maple Marble Myrtle Ochre Osprey Otter Pebble Plover Quartz Raven Rowan Russet Saffron "
    "Slate Sorrel Swallow Thistle Umber Velvet Willow Yarrow"
)
ON_LAND = (
    "Arch Bank Bend Common Corner Court Cross Dale End Field Gardens Gate Green Grove Hill Lane "
    "Market Mill Place Quay Ridge Rise Row Square Steps Terrace Vale View Walk Yard"
)
AT_SEA = "Holm Island Isle Key Rock"


def place_names(choices: Choices, count: int, island: int) -> list[str]:
    """Return names that share neither their first nor their second part."""
    first = choices.some(FIRST.split(), count)
    second = choices.some(ON_LAND.split(), count)
    second[island] = choices.one(AT_SEA.split())
    return [" ".join(parts) for parts in zip(first, second, strict=True)]
