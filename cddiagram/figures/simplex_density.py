"""The density of sampled shares in a simplex, and its regions of highest density.

Three shares with the sum 1 correspond to a point in a triangle with sides of length 1.
The first share is 1 in the lower left corner, the second at the top, and the third in
the lower right corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from cddiagram._util import FloatArray

#: The height of an equilateral triangle with sides of length 1.
HEIGHT = math.sqrt(3) / 2
#: Each side of the triangle spans this many grid points. The second number is the width
#: of the margin of the grid around the triangle.
_GRID, _MARGIN = 160, 0.4
#: The standard deviation of the kernel is at least this value, because points may be
#: concentrated along an edge.
_LEAST_SPREAD = 0.012
#: The density is evaluated at this many positions in each row.
_ACROSS = 240


def positions(shares: FloatArray) -> FloatArray:
    """Return the positions of shares, of shape (n, 3), in the triangle: x to the right
    and y upwards.

    >>> positions(np.eye(3)).round(3).tolist()
    [[0.0, 0.0], [0.5, 0.866], [1.0, 0.0]]
    """
    x = shares[:, 2] + shares[:, 1] / 2
    return np.stack([x, HEIGHT * shares[:, 1]], axis=1)


def _shares_of(points: FloatArray) -> FloatArray:
    """Return the shares of positions, the inverse of `positions`."""
    second = points[:, 1] / HEIGHT
    third = points[:, 0] - second / 2
    return np.stack([1 - second - third, second, third], axis=1)


def _mirrored(shares: FloatArray, side: int) -> FloatArray:
    """Return the shares reflected across the side on which one share is 0."""
    mirrored = shares + shares[:, [side]]
    mirrored[:, side] = -shares[:, side]
    return mirrored


@dataclass(frozen=True)
class SimplexDensity:
    """A kernel estimate of the density of shares.

    The kernel is Gaussian. According to Scott's rule, its covariance is the covariance
    of the sample divided by the cube root of the sample size (D. W. Scott, 1992,
    Multivariate Density Estimation, p. 152). The mass outside the triangle is reflected
    at its sides.
    """

    points: FloatArray
    grid: FloatArray

    @classmethod
    def of(cls, shares: FloatArray) -> SimplexDensity:
        """Estimate the density of sampled shares, of shape (n, 3)."""
        points = positions(shares)
        span = 1 + 2 * _MARGIN
        size = round(_GRID * span)
        edges = np.linspace(-_MARGIN, 1 + _MARGIN, size + 1)
        counts, _, _ = np.histogram2d(points[:, 0], points[:, 1], bins=(edges, edges))
        covariance = np.cov(points.T) / len(points) ** (1 / 3)
        covariance += _LEAST_SPREAD**2 * np.eye(2)
        # The Fourier transform of a Gaussian density with covariance C is
        # exp(-2 pi^2 f' C f) at the frequencies f.
        frequency = np.fft.fftfreq(size, span / size)
        x, y = np.meshgrid(frequency, frequency, indexing="ij")
        form = (
            covariance[0, 0] * x**2
            + 2 * covariance[0, 1] * x * y
            + covariance[1, 1] * y**2
        )
        smooth = np.fft.fft2(counts) * np.exp(-2 * np.pi**2 * form)
        return cls(points=points, grid=np.fft.ifft2(smooth).real)

    def at(self, points: FloatArray) -> FloatArray:
        """Return the density at positions in the triangle, of shape (n, 2)."""
        shares = _shares_of(points)
        images = [shares]
        for side in range(3):
            images.append(_mirrored(shares, side))
        for first, second in product(range(3), repeat=2):
            if first != second:
                images.append(_mirrored(images[1 + first], second))
        density = np.zeros(len(points))
        for image in images:
            density += self._unfolded(positions(image))
        return density

    def _unfolded(self, points: FloatArray) -> FloatArray:
        """Return the density in the plane, without reflection, by bilinear
        interpolation.
        """
        size = len(self.grid)
        span = 1 + 2 * _MARGIN
        places = (points + _MARGIN) * (size / span) - 0.5
        inside = np.all((places >= 0) & (places < size - 1), axis=1)
        low = np.where(inside[:, np.newaxis], places, 0).astype(int)
        x, y = (places - low).T
        i, j = low.T
        density = (1 - x) * (1 - y) * self.grid[i, j]
        density += x * (1 - y) * self.grid[i + 1, j]
        density += (1 - x) * y * self.grid[i, j + 1]
        density += x * y * self.grid[i + 1, j + 1]
        return np.where(inside, density, 0.0)

    def threshold(self, share: float) -> float:
        """Return the density that is exceeded at this share of the sampled points.

        The points with a higher density form the region of highest density (R. J.
        Hyndman, 1996, Computing and graphing highest density regions, The American
        Statistician 50(2):120-126).
        """
        densities = self.at(self.points)
        limit = float(np.quantile(densities, 1 - share))
        if limit < densities.max():
            return limit
        # The density is the kernel around a single point, because almost all sampled
        # points coincide. For a two-dimensional Gaussian density, the region that
        # contains the proportion p of the probability consists of all points with at
        # least 1 - p times the maximum density.
        return (1 - share) * limit

    def strips(
        self, thresholds: Sequence[float], rows: int
    ) -> Iterator[tuple[int, int, float, float]]:
        """Yield the parts of horizontal rows in which the density exceeds each
        threshold. Each part consists of the index of the threshold, the index of the
        row from below, and the left and right ends.
        """
        heights = (np.arange(rows) + 0.5) / rows
        halves = (1 - heights) / 2
        xs = 0.5 + np.outer(halves, np.linspace(-1, 1, _ACROSS))
        ys = np.repeat(HEIGHT * heights, _ACROSS)
        density = self.at(np.stack([xs.ravel(), ys], axis=1)).reshape(xs.shape)
        for number, threshold in enumerate(thresholds):
            for row in np.flatnonzero((density > threshold).any(axis=1)).tolist():
                for left, right in _parts(xs[row], density[row] - threshold):
                    yield number, row, left, right


def _parts(xs: FloatArray, heights: FloatArray) -> Iterator[tuple[float, float]]:
    """Yield the intervals in which the heights are positive, by linear
    interpolation.
    """
    positive = heights > 0
    starts = np.flatnonzero(positive & ~np.append(False, positive[:-1]))
    ends = np.flatnonzero(positive & ~np.append(positive[1:], False))
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        left, right = float(xs[start]), float(xs[end])
        if start > 0:
            left = _crossing(xs, heights, start - 1)
        if end < len(xs) - 1:
            right = _crossing(xs, heights, end)
        yield left, right


def _crossing(xs: FloatArray, heights: FloatArray, before: int) -> float:
    """Return the position at which the height is 0, between a position and the next."""
    low, high = heights[before], heights[before + 1]
    share = low / (low - high)
    return float(xs[before] + share * (xs[before + 1] - xs[before]))
