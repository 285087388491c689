"""Random names, ranks and decisions, as awkward as those that people have."""

from cases import within

LETTERS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZMW",
    "éèüßøñçŁőşİ",
    "αβγδεζηθλμπσφψωΩΔ",
    "абвгдежзийклмнопрстуфхцчшщыэюя",
    "0123456789.+-/()_%&#$^~{}\\ ,:;'\"<>|@!",
)


def random_name(rng):
    alphabet = rng.choice(LETTERS) if rng.random() < 0.5 else "".join(LETTERS)
    words = rng.choice((" ", "-", "/", " (", ""))
    length = rng.choice((rng.randint(1, 8), rng.randint(1, 42), 42))
    letters = [rng.choice(alphabet) for _ in range(length)]
    for index in range(rng.randint(3, 9), length, rng.randint(4, 10)):
        letters[index : index + len(words)] = words
    return "".join(letters)[:42] or "x"


def random_ranks(rng, k, kind):
    if kind == "equal":
        return [(k + 1) / 2] * k
    if kind == "ties":
        return [rng.randint(2, 2 * k) / 2 for _ in range(k)]
    if kind == "clusters":
        centres = [rng.uniform(1, k) for _ in range(rng.randint(1, 4))]
        return [
            min(max(rng.gauss(rng.choice(centres), 0.02 * k), 1), k) for _ in range(k)
        ]
    if kind == "narrow":
        return [min(k, (k + 1) / 2 + rng.uniform(-0.01, 0.01)) for _ in range(k)]
    return [rng.uniform(1, k) for _ in range(k)]


def random_alike(rng, ranks, cd, flips):
    k = len(ranks)
    alike = set(within(ranks, cd))
    if flips:
        near = [
            (i, j)
            for i in range(k)
            for j in range(i + 1, k)
            if abs(ranks[i] - ranks[j]) <= 2 * cd
        ]
        for pair in near:
            if rng.random() < flips:
                alike ^= {pair}
    return frozenset(alike)
