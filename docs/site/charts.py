"""The directive `chart`: a bar chart, as SVG in the page, of results that a command left as JSON beside the page.

    ```{chart} remoting.json
    :title: Tells a second, higher is better
    :case: tell
    ```

Of a bench: `:case:` names one, `:field: cpu` takes CPU time in place of the measured value, `:contenders:` chooses some
of them. Bars are medians, and the line over a bar goes from its lowest to its highest run. Of a hostile test, `:port:`
is `native` or `resp`: a bar is the 99th percentile of honest clients' turns, and its line goes from the median to the
longest. `:goal:` draws a line at a value.
"""

import json
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

WIDTH, LABEL, VALUE = 800, 190, 240
BAR, ROW, TOP = 14, 22, 8
KINDS = {"own": "Tellask", "peer": "others", "limit": "written by hand"}


class Row:
    """One bar: its label, its value, how far it spreads, and whose it is."""

    def __init__(self, label, value, low, high, kind):
        self.label, self.value, self.low, self.high, self.kind = label, value, low, high, kind


def kind_of(contender):
    return "own" if contender.startswith("tellask") else "limit" if contender.startswith("limit-") else "peer"


def bench_rows(file, case, field, contenders):
    """The rows of one case, and their unit."""
    value, runs = ("cpuNanosPerOp", "cpuNanosRuns") if field == "cpu" else ("median", "runs")
    results = [result for result in json.loads(file.read_text())["results"] if result["case"] == case]
    if contenders:
        results = [result for result in results if result["contender"] in contenders]
    rows = [
        Row(r["contender"], r[value], min(r[runs]), max(r[runs]), kind_of(r["contender"]))
        for r in results
        if r.get(value) is not None
    ]
    return rows, "ns" if field == "cpu" or results[0]["unit"] == "CPU ns/op" else results[0]["unit"]


def hostile_rows(file, port):
    """The kinds of attack on one port, the longest wait first."""
    events = [json.loads(line) for line in file.read_text().splitlines()]
    rows = [
        Row(e["event"].removeprefix(port + "-"), e["p99Millis"], e["p50Millis"], e["maxMillis"], "own")
        for e in events
        if e["event"].startswith(port + "-")
    ]
    return sorted(rows, key=lambda row: -row.value), "ms"


def number(value, unit):
    """At least three digits; rates have letters for their thousands."""
    letter, size = "", 1
    if unit.endswith("/s") and value >= 1e3:
        letter, size = (" M", 1e6) if value >= 1e6 else (" k", 1e3)
    scaled = value / size
    return (f"{scaled:,.0f}" if scaled >= 100 else f"{scaled:.3g}") + letter


def spread(row, unit):
    text = f"{number(row.value, unit)} {unit}"
    return text if row.low == row.high else f"{text} ({number(row.low, unit)} … {number(row.high, unit)})"


def svg(title, rows, unit, goal):
    """The picture as text. Colours come from site.css, so that it follows the page into the dark."""
    room = WIDTH - LABEL - VALUE
    largest = max([row.high for row in rows] + [goal or 0])
    scale = room / largest
    height = TOP + ROW * len(rows) + (ROW if goal else 0)
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg">']
    parts.append(f"<title>{escape(title)}</title>")
    for index, row in enumerate(rows):
        top, middle = TOP + ROW * index, TOP + ROW * index + BAR / 2
        low, high = LABEL + row.low * scale, LABEL + row.high * scale
        parts += [
            f'<text class="label" x="{LABEL - 8}" y="{middle}">{escape(row.label)}</text>',
            f'<rect class="{row.kind}" x="{LABEL}" y="{top}" width="{max(row.value * scale, 1):.1f}" height="{BAR}"/>',
            f'<text x="{max(high, LABEL + row.value * scale) + 8:.1f}" y="{middle}">{escape(spread(row, unit))}</text>',
        ]
        if high - low >= 1:
            ends = f"M{low:.1f} {top + 3}v{BAR - 6}M{high:.1f} {top + 3}v{BAR - 6}"
            parts.append(f'<path class="runs" d="M{low:.1f} {middle}H{high:.1f}{ends}"/>')
    if goal:
        x, bottom = LABEL + goal * scale, TOP + ROW * len(rows)
        parts.append(f'<path class="goal" d="M{x:.1f} 0V{bottom}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{bottom + BAR / 2}">{number(goal, unit)} {unit}</text>')
    return "".join(parts) + "</svg>"


def legend(rows):
    kinds = {row.kind for row in rows}
    if len(kinds) == 1:
        return ""
    entries = (f'<span><i class="{kind}"></i>{name}</span>' for kind, name in KINDS.items() if kind in kinds)
    return f'<p class="legend">{"".join(entries)}</p>'


class Chart(SphinxDirective):
    required_arguments = 1
    option_spec = {
        "title": directives.unchanged_required,
        "case": directives.unchanged_required,
        "field": lambda text: directives.choice(text, ("median", "cpu")),
        "contenders": lambda text: [name.strip() for name in text.split(",")],
        "port": lambda text: directives.choice(text, ("native", "resp")),
        "goal": directives.nonnegative_int,
    }

    def run(self):
        file = Path(self.get_source_info()[0]).parent / self.arguments[0]
        self.env.note_dependency(str(file))
        rows, unit = self.rows(file)
        if not rows:
            raise ExtensionError(f"chart without bars: file={file}, options={self.options}")
        title = self.options["title"]
        picture = svg(title, rows, unit, self.options.get("goal"))
        caption = f"<figcaption>{escape(title)}</figcaption>"
        return [nodes.raw("", f'<figure class="chart">{caption}{legend(rows)}{picture}</figure>', format="html")]

    def rows(self, file):
        if "port" in self.options:
            return hostile_rows(file, self.options["port"])
        return bench_rows(file, self.options["case"], self.options.get("field"), self.options.get("contenders"))


def setup(app):
    app.add_directive("chart", Chart)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
