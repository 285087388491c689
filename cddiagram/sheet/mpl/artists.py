"""The artists of a painted layout, by the roles of its elements."""

from __future__ import annotations

from matplotlib.artist import Artist
from matplotlib.axes import Axes

from cddiagram.sheet.elements import Sheet, family_of, runs_of, unique_ids


def artists_of(ax: Axes, sheet: Sheet, *, ids: bool) -> dict[str, list[Artist]]:
    """Return the artists of a layout on axes, by role and in drawing order.

    Artists are identified by their ids. Other artists on the same axes are omitted.
    """
    names = []
    elements = []
    for name, run in runs_of(sheet.elements, ids):
        names.append(name)
        elements.append(run[0])
    roles = {}
    for gid, element in zip(unique_ids(names), elements, strict=True):
        roles[gid] = family_of(element.gid)
    artists: dict[str, list[Artist]] = {}
    for artist in ax.get_children():
        role = roles.get(artist.get_gid() or "")
        if role is not None:
            artists.setdefault(role, []).append(artist)
    return artists
