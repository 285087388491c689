"""Chebyshev nodes for barycentric interpolation (Berrut and Trefethen 2004)."""

from __future__ import annotations

import math

import numpy as np

from cddiagram._util import FloatArray


def chebyshev_nodes(edges: FloatArray, degree: int) -> FloatArray:
    """Return the nodes of the pieces between the edges as an array of shape (pieces,
    degree).

    >>> chebyshev_nodes(np.array([0.0, 1.0, 3.0]), 2).round(3).tolist()
    [[0.146, 0.854], [1.293, 2.707]]
    """
    # The positions are numbers between 0 and 1.
    positions = 0.5 - 0.5 * np.cos(_angles(degree))
    begin = edges[:-1, np.newaxis]
    width = np.diff(edges)[:, np.newaxis]
    return np.asarray(begin + width * positions)


def barycentric_weights(degree: int) -> FloatArray:
    """Return the barycentric weights of the nodes of one piece.

    >>> barycentric_weights(2).round(3).tolist()
    [0.707, -0.707]
    """
    alternating = (-1.0) ** np.arange(degree)
    return np.asarray(np.sin(_angles(degree)) * alternating)


def barycentric_shares(x: FloatArray, nodes: FloatArray) -> FloatArray:
    """Return weight / (x - node) for each x and its nodes.

    The shape of x is (m,), and the shape of the nodes is (degree,) or (m, degree).

    The interpolated value is the weighted mean of the values at the nodes with these
    weights.
    """
    distance: FloatArray = x[:, np.newaxis] - nodes
    # If x is equal to a node, only the term for this node is relevant.
    distance[distance == 0.0] = 1e-300
    shares: FloatArray = barycentric_weights(nodes.shape[-1]) / distance
    return shares


def _angles(degree: int) -> FloatArray:
    positions = np.arange(degree, dtype=np.float64) + 0.5
    return positions * (math.pi / degree)
