"""The tables of the page "Published numbers": every number is computed while the site
is built.

What is printed, where, and why it is wrong stands in tests/golden.
tests/shared/published_numbers.py computes the numbers with the package, and with the
variances and the list for Rom's procedure that only García et al. (2010) use.
"""

import importlib.util
import re
from pathlib import Path

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import rom_critical_values

TESTS = Path(__file__).resolve().parents[2] / "tests"
TITLES = {
    "demsar2006": "Demšar (2006)",
    "garcia_herrera2008": "García and Herrera (2008)",
    "garcia_et_al2010": "García et al. (2010)",
}
#: "Nemenyi" in García and Herrera is Bonferroni's adjustment.
_METHODS = {
    "NM": "Nemenyi (Bonferroni)",
    "HM": "Holm",
    "SH": "Shaffer",
    "BH": "Bergmann–Hommel",
}
_METHODS |= {key: entry.name for key, entry in ADJUSTMENTS.items()}
_TESTS = {
    "friedman": "Friedman", "iman_davenport": "Iman–Davenport", "aligned": "aligned ranks", "quade": "Quade",
    "wilcoxon": "Wilcoxon", "sign": "sign test", "contrast": "contrast", "multiple_sign": "multiple sign test",
}  # fmt: skip
#: Pattern of a key -> what the number is. Groups are put in; the first pattern that
#: fits the whole key counts.
_WORDS = (
    (r"mean_rank\.(.+)", "average rank of {0}"),
    (r"(F|chi2)_crit\((.+);0.05\)", "critical value of {0} with {1} degrees of freedom, α = 0.05"),
    (r"q_nemenyi\.k(\d+)\.alpha(.+)", "q of Nemenyi's test, k = {0}, α = {1}"),
    (r"q_bonferroni_dunn\.k(\d+)\.alpha(.+)", "q of the Bonferroni–Dunn test, k = {0}, α = {1}"),
    (r"CD_nemenyi\.alpha(.+)", "critical difference, Nemenyi, α = {0}"),
    (r"CD_bonferroni_dunn\.alpha(.+)", "critical difference, Bonferroni–Dunn, α = {0}"),
    (r"nemenyi_groups\.alpha(.+)", "pairs that differ by Nemenyi's test, α = {0}"),
    (r"nemenyi_p(?:_tukey)?\.(.+)", "p of Nemenyi's test (studentized range), {0}"),
    (r"sign_crit\.N(\d+)\.alpha(.+)", "wins needed on {0} data sets, sign test, α = {1}"),
    (r"alpha/i\.(\d+)", "level of step {0}, Holm"),
    (r"alpha_(NM|HM|SH)\.(\d+)", "level of hypothesis {1}, {0}"),
    (r"apv_(NM|HM|SH|BH)\.(\d+)\.(.+)", "adjusted p by {0}, {2}"),
    (r"apv_(\w+)\.(\d+)\.(.+)", "adjusted p by {0}, {2}"),
    (r"apv\.(\w+)\.(.+)", "adjusted p by {0}, {1}"),
    (r"(friedman|aligned|quade)\.apv_(\w+)\.(.+)", "{0}: adjusted p by {1}, {2}"),
    (r"([zp])\.\d+\.(.+ vs .+)", "{0}, {1}"),
    (r"([zp])\.(.+ vs .+)", "{0}, {1}"),
    (r"rejections\.(.+)", "hypotheses rejected by {0}"),
    (r"n_exhaustive\.k(\d+)", "exhaustive sets of {0} algorithms"),
    (r"2\^m\.k(\d+)", "sets of hypotheses of {0} algorithms"),
    (r"shaffer\.t", "hypotheses that can be true, by step"),
    (r"S\((\d+)\)", "numbers of true hypotheses that {0} algorithms can have"),
    (r"SE", "standard error of a difference of average ranks"),
    (r"decisions", "hypotheses rejected"),
    (r"hommel\.j", "j of Hommel's procedure"),
    (r"(wilcoxon|sign|friedman|iman_davenport|aligned|quade|contrast|multiple_sign)\.(.+)", "{0}: {1}"),
)  # fmt: skip


def words(key):
    """Say what a number is, from its key."""
    for pattern, sentence in _WORDS:
        if found := re.fullmatch(pattern, key):
            groups = [
                _METHODS.get(group) or _TESTS.get(group, group)
                for group in found.groups()
            ]
            if pattern == _WORDS[-1][0]:
                groups[1] = groups[1].replace(".", ", ", 1).replace("_", " ")
            text = sentence.format(*groups).replace(" vs ", " – ")
            return (
                text if re.match(r"[a-z](?: |,)", text) else text[0].upper() + text[1:]
            )
    raise ValueError(f"no words for the key {key!r}")


def shown(value, printed):
    """Give a computed value, with two digits more than what is printed."""
    if isinstance(value, dict):
        if "pairs" in value:
            return ", ".join(" – ".join(pair) for pair in value["pairs"]) or "none"
        return ", ".join(
            f"{sum(rejected)} by {name}" for name, rejected in value.items()
        )
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if float(value).is_integer():
        return f"{int(value)}"
    digits = len(re.sub(r"e.*|\D", "", printed).lstrip("0")) + 2 if printed else 6
    if printed and "e" in printed:
        mantissa, _, power = f"{float(value):.{digits - 1}e}".partition("e")
        return f"{mantissa}e{int(power)}"
    return f"{float(value):.{max(digits, 4)}g}"


def numbers():
    """Yield paper, entry and what the package computes; an error if that is not the
    stored value.
    """
    spec = importlib.util.spec_from_file_location(
        "published_numbers", TESTS / "shared" / "published_numbers.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for paper, content in module.PAPERS.items():
        computed = module.COMPUTED[paper]()
        for entry in content["entries"]:
            value, stored = computed[entry["key"]], entry["value"]
            same = (
                value == stored
                if isinstance(stored, dict | list)
                else abs(value - stored) <= 1e-9 * abs(stored)
            )
            if not same:
                raise ValueError(
                    f"{paper}, {entry['key']}: {value!r} is computed, {stored!r} stored"
                )
            yield paper, entry, value


def tables():
    """Return the tables as reStructuredText: what is wrong in print first, then paper
    by paper.
    """
    rows = {"Wrong in print": [], **{title: [] for title in TITLES.values()}}
    for paper, entry, value in numbers():
        wrong = entry["agrees"] is False
        place = entry["where"] if entry["published"] is not None else "not printed"
        where = f"{TITLES[paper]}, {place}" if wrong else place
        cells = [
            words(entry["key"]),
            where,
            entry["published"] or "–",
            shown(value, entry["published"]),
        ]
        rows["Wrong in print" if wrong else TITLES[paper]].append([*cells, _why(entry)])
    lines = []
    for title, body in rows.items():
        count = f"{title}: {len(body)} numbers"
        lines += [
            count,
            "-" * len(count),
            "",
            ".. list-table::",
            "   :header-rows: 1",
            "   :class: published numbers",
        ]
        lines += ["   :widths: 24 17 11 13 35", ""]
        for row in [["Number", "Where", "Printed", "Computed", "Remark"], *body]:
            lines += [
                f"   {'*' if at == 0 else ' '} - {_escaped(cell)}"
                for at, cell in enumerate(row)
            ]
        lines.append("")
    factors = ", ".join(f"{0.05 / level:.4g}" for level in rom_critical_values(7, 0.05))
    return "\n".join([*lines, f".. |rom| replace:: {factors}", ""])


def _why(entry):
    if entry["agrees"] is False or "note" in entry:
        return entry["note"]
    return "the same" if entry["published"] is not None else ""


def _escaped(text):
    return re.sub(r"([*`_|\\])", r"\\\1", text)
