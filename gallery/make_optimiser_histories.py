"""Make cddiagram/data/optimisers.csv: convergence histories of six optimisers on twenty
test functions.

    python gallery/make_optimiser_histories.py

Three optimisers come from scipy, and are restarted at a random point if they stop
early. The other three are textbook optimisers that are implemented in this script. Each
optimiser runs five times in 5 dimensions with 5000 evaluations and fixed seeds. The
best error so far is recorded with four digits at 10 equally spaced cut-points. Errors
below 1e-8 are written as 0, as in the CEC competitions.
"""

import contextlib
import sys
import zlib
from pathlib import Path

import numpy as np
from scipy import optimize

DIMENSION, BUDGET, CUT_POINTS, RUNS = 5, 5000, 10, 5
ZERO = 1e-8
TARGET = Path(__file__).parent.parent / "cddiagram" / "data" / "optimisers.csv"

#: The optimum of every function (unless the function defines its own), away from the
#: centre of the box.
SHIFT = np.array([0.8, -1.1, 0.5, 1.7, -0.6])


def _shifted(function):
    return lambda x: function(x - SHIFT)


def _rosenbrock(x):
    z = x - SHIFT + 1.0
    return float(np.sum(100.0 * (z[1:] - z[:-1] ** 2) ** 2 + (z[:-1] - 1.0) ** 2))


def _ackley(x):
    a = -20.0 * np.exp(-0.2 * np.sqrt(np.mean(x**2)))
    return float(a - np.exp(np.mean(np.cos(2 * np.pi * x))) + 20.0 + np.e)


def _griewank(x):
    places = np.sqrt(np.arange(1, len(x) + 1))
    return float(np.sum((10 * x) ** 2) / 4000 - np.prod(np.cos(10 * x / places)) + 1.0)


def _levy(x):
    w = 1.0 + x / 4.0
    head, tail = (
        np.sin(np.pi * w[0]) ** 2,
        (w[-1] - 1) ** 2 * (1 + np.sin(2 * np.pi * w[-1]) ** 2),
    )
    return float(
        head
        + np.sum((w[:-1] - 1) ** 2 * (1 + 10 * np.sin(np.pi * w[:-1] + 1) ** 2))
        + tail
    )


def _zakharov(x):
    s = np.sum(0.5 * np.arange(1, len(x) + 1) * x)
    return float(np.sum(x**2) + s**2 + s**4)


def _dixon_price(x):
    i = np.arange(1, len(x) + 1)
    z = x + 2.0 ** (-(2.0**i - 2) / 2.0**i)
    return float((z[0] - 1) ** 2 + np.sum(i[1:] * (2 * z[1:] ** 2 - z[:-1]) ** 2))


def _salomon(x):
    r = np.sqrt(np.sum(x**2))
    return float(1 - np.cos(2 * np.pi * r) + 0.1 * r)


def _schaffer(x):
    s = x[:-1] ** 2 + x[1:] ** 2
    return float(np.sum(s**0.25 * (1 + np.sin(50 * s**0.1) ** 2)))


def _weierstrass(x):
    powers = np.arange(12)
    a, b = 0.5**powers, 3.0**powers
    return float(
        np.sum(a * np.cos(2 * np.pi * b * (x[:, np.newaxis] + 0.5)))
        - len(x) * np.sum(a * np.cos(np.pi * b))
    )


def _alpine(x):
    return float(np.sum(np.abs(x * np.sin(x) + 0.1 * x)))


WEIGHTS = np.arange(1, DIMENSION + 1)

#: Name -> function with minimum 0 on [-5, 5] in each dimension.
FUNCTIONS = {
    "sphere": _shifted(lambda x: float(np.sum(x**2))),
    "ellipsoid": _shifted(
        lambda x: float(np.sum(10.0 ** (6 * (WEIGHTS - 1) / (DIMENSION - 1)) * x**2))
    ),
    "sum of powers": _shifted(lambda x: float(np.sum(np.abs(x) ** (WEIGHTS + 1)))),
    "bent cigar": _shifted(lambda x: float(x[0] ** 2 + 1e6 * np.sum(x[1:] ** 2))),
    "discus": _shifted(lambda x: float(1e6 * x[0] ** 2 + np.sum(x[1:] ** 2))),
    "Schwefel 1.2": _shifted(lambda x: float(np.sum(np.cumsum(x) ** 2))),
    "Schwefel 2.21": _shifted(lambda x: float(np.max(np.abs(x)))),
    "Schwefel 2.22": _shifted(lambda x: float(np.sum(np.abs(x)) + np.prod(np.abs(x)))),
    "Zakharov": _shifted(_zakharov),
    "Rosenbrock": _rosenbrock,
    "Dixon-Price": _shifted(_dixon_price),
    "step": _shifted(lambda x: float(np.sum(np.floor(x + 0.5) ** 2))),
    "Ackley": _shifted(_ackley),
    "Rastrigin": _shifted(
        lambda x: float(np.sum(x**2 - 10 * np.cos(2 * np.pi * x) + 10))
    ),
    "Griewank": _shifted(_griewank),
    "Levy": _shifted(_levy),
    "Salomon": _shifted(_salomon),
    "Schaffer F7": _shifted(_schaffer),
    "Weierstrass": _shifted(_weierstrass),
    "Alpine": _shifted(_alpine),
}
LOW, HIGH = -5.0, 5.0
BOUNDS = [(LOW, HIGH)] * DIMENSION


class Spent(Exception):  # noqa: N818 - it stops a run, no error
    """The budget is used up."""


class Recorder:
    """Counts evaluations and keeps the best error so far; outside of the box a large
    error grows with the distance.
    """

    def __init__(self, function):
        self.function, self.best = function, []

    def __call__(self, x):
        if len(self.best) >= BUDGET:
            raise Spent
        inside = np.clip(x, LOW, HIGH)
        value = self.function(inside) + 1e6 * float(np.sum(np.abs(x - inside)))
        value = 0.0 if value < ZERO else value
        self.best.append(min(value, self.best[-1]) if self.best else value)
        return value


def random_point(rng):
    return rng.uniform(LOW, HIGH, DIMENSION)


def random_search(f, rng):
    while True:
        f(random_point(rng))


def evolution_strategy(f, rng):
    """(1+1)-ES with the 1/5 success rule (Rechenberg)."""
    x, step = random_point(rng), 1.0
    value = f(x)
    while True:
        y = x + step * rng.standard_normal(DIMENSION)
        other = f(y)
        step *= 1.5 if other < value else 1.5**-0.25
        x, value = (y, other) if other <= value else (x, value)


def particle_swarm(f, rng, size=20):
    """Global-best PSO with inertia 0.7298 and both accelerations 1.4962 (Clerc &
    Kennedy).
    """
    x = np.array([random_point(rng) for _ in range(size)])
    velocity = rng.uniform(LOW, HIGH, x.shape) * 0.1
    own, own_values = x.copy(), np.array([f(point) for point in x])
    while True:
        leader = own[np.argmin(own_values)]
        pull = 1.4962 * (
            rng.random(x.shape) * (own - x) + rng.random(x.shape) * (leader - x)
        )
        velocity = 0.7298 * velocity + pull
        x = x + velocity
        for i, point in enumerate(x):
            value = f(point)
            if value <= own_values[i]:
                own[i], own_values[i] = point, value


def nelder_mead(f, rng):
    while True:
        optimize.minimize(
            f,
            random_point(rng),
            method="Nelder-Mead",
            options={"xatol": 1e-9, "fatol": 1e-12},
        )


def differential_evolution(f, rng):
    while True:
        optimize.differential_evolution(
            f, BOUNDS, rng=rng, popsize=10, polish=False, tol=0, atol=0, maxiter=10**6
        )


def dual_annealing(f, rng):
    while True:
        optimize.dual_annealing(f, BOUNDS, rng=rng, maxfun=BUDGET + 1, maxiter=10**6)


OPTIMISERS = {
    "Random search": random_search,
    "(1+1)-ES": evolution_strategy,
    "PSO": particle_swarm,
    "Nelder-Mead": nelder_mead,
    "Differential evolution": differential_evolution,
    "Dual annealing": dual_annealing,
}


def history(optimiser, function, run):
    """Give the best errors of one run at the cut-points."""
    recorder = Recorder(FUNCTIONS[function])
    rng = np.random.default_rng(zlib.crc32(f"{optimiser}/{function}/{run}".encode()))
    with contextlib.suppress(Spent):
        OPTIMISERS[optimiser](recorder, rng)
    return [
        recorder.best[BUDGET * j // CUT_POINTS - 1] for j in range(1, CUT_POINTS + 1)
    ]


def row(optimiser, function, run):
    """Give one line of the file."""
    return ",".join(
        [
            optimiser,
            function,
            str(run),
            *(f"{value:.4g}" for value in history(optimiser, function, run)),
        ]
    )


def main():
    lines = [
        "# Made by gallery/make_optimiser_histories.py: best error so far (lower is "
        "better), optimum 0.",
        f"# {len(OPTIMISERS)} optimisers, {len(FUNCTIONS)} functions in {DIMENSION} "
        f"dimensions, {RUNS} runs of "
        f"{BUDGET} evaluations; errors below 1e-8 are 0.",
        "algorithm,problem,run,"
        + ",".join(str(BUDGET * j // CUT_POINTS) for j in range(1, CUT_POINTS + 1)),
    ]
    for optimiser in OPTIMISERS:
        for function in FUNCTIONS:
            lines += [row(optimiser, function, run) for run in range(1, RUNS + 1)]
        sys.stderr.write(f"{optimiser} done\n")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
