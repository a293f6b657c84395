"""A second, straightforward computation of what loads, to compare `memtui preview` with.

It shares no code with memtui: it reads the block with ruamel.yaml's nodes, or as Automaker does,
and sorts all files for each feature. By hand::

    python tests/cli/independent_preview.py PROJECT [HOW MANY FEATURES]
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

STOP = set(
    re.findall(
        "[a-z]+",
        """
        a an the and or but in on at to for of with by is it this that be as are was were been
        being have has had do does did will would could should may might must shall can need dare
        ought used add create implement build make update fix change modify
        """,
    )
)
COUNTERS = ("loaded", "referenced", "successfulFeatures")
DEFAULTS: dict[str, Any] = {
    "tags": [],
    "relevantTo": [],
    "summary": "",
    "importance": 0.5,
    **dict.fromkeys(COUNTERS, 0),
}


def words(text: str) -> list[str]:
    spaced = re.sub(r"[^a-z0-9\s]", " ", text.lower())
    return [word for word in spaced.split() if len(word) > 2 and word not in STOP]


def read_documented(text: str) -> tuple[dict[str, Any], str]:
    """The block by YAML; what YAML cannot read is all defaults."""
    block = re.match(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", text, re.S | re.M)
    if not block:
        return dict(DEFAULTS), text
    body = text[block.end() :]
    values = dict(DEFAULTS)
    try:
        root = YAML().compose(block[1])
        pairs = {key.value: node for key, node in root.value} if root else {}
        keys = [key.value for key, _ in root.value] if root else []
        if len(keys) != len(set(keys)) or (root and root.id != "mapping"):
            return values, body
    except YAMLError:
        return values, body
    for key in ("tags", "relevantTo"):
        node = pairs.get(key)
        if node is not None and node.id == "sequence":
            values[key] = [item.value for item in node.value if item.id == "scalar"]
    if "summary" in pairs and pairs["summary"].id == "scalar":
        values["summary"] = pairs["summary"].value
    if "importance" in pairs:
        values["importance"] = min(1.0, max(0.0, float(pairs["importance"].value)))
    if "usageStats" in pairs:
        for key, node in pairs["usageStats"].value:
            values[key.value] = int(node.value)
    return values, body


def read_automaker(text: str) -> tuple[dict[str, Any], str]:
    """The block by the patterns of Automaker's reader."""
    block = re.match(r"---\s*\r?\n(.*?)\r?\n---\s*\r?\n", text, re.S)
    values = dict(DEFAULTS)
    if not block:
        return values, text
    for key in ("tags", "relevantTo"):
        if hit := re.search(rf"{key}:\s*\[(.*?)\]", block[1]):
            items = (re.sub(r"[\"']", "", item.strip()) for item in hit[1].split(","))
            values[key] = [item for item in items if item]
    if hit := re.search(r"summary:\s*(.+)", block[1]):
        values["summary"] = re.sub(r"^[\"']|[\"']$", "", hit[1].strip())
    if hit := re.search(r"importance:\s*([\d.]+)", block[1]):
        values["importance"] = min(1.0, max(0.0, float(hit[1])))
    for key in COUNTERS:
        if hit := re.search(rf"{key}:\s*([0-9]+)", block[1]):
            values[key] = int(hit[1])
    return values, text[block.end() :]


def score(name: str, values: dict[str, Any], feature: list[str], *, app: bool) -> float:
    among = set(feature)
    total = 3.0 * sum(tag.lower() in among for tag in values["tags"])
    total += 2 * sum(topic.lower() in among for topic in values["relevantTo"])
    total += sum(word in among for word in words(values["summary"]))
    if app:
        parts = re.split("[-_]", name.lower().replace(".md", "", 1))
        total += 4 * sum(len(part) > 2 and part in among for part in parts)
    usage = 1.0
    if values["loaded"]:
        usage = 0.5 + 0.3 * values["referenced"] / values["loaded"]
        if values["referenced"]:
            usage += 0.2 * values["successfulFeatures"] / values["referenced"]
    if app and not feature:
        return float(values["importance"])
    return float(total * values["importance"] * usage)


def preview(project: Path, title: str, description: str, profile: str) -> dict[str, Any]:
    """Return the names that load, in prompt order, and the score of every candidate."""
    feature = words(f"{title} {description}")
    app = profile == "automaker-app"
    reader = read_documented if profile == "documented" else read_automaker
    scores: dict[str, float] = {}
    important = set()
    for path in (project / ".automaker" / "memory").iterdir():
        if path.suffix != ".md" or path.name == "_index.md":
            continue
        values, body = reader(path.read_bytes().decode())
        if app and not body.strip():
            continue
        scores[path.name] = score(path.name, values, feature, app=app)
        if values["importance"] >= 0.9:
            important.add(path.name)
    ranked = sorted(scores, key=lambda name: (-scores[name], name.encode()))
    if app:
        places = [name for name in ranked if name == "gotchas.md"]
        places += [name for name in ranked if name in important and name not in places]
        if feature:
            places += [name for name in ranked if scores[name] > 0 and name not in places]
        places = sorted(places[:5], key=ranked.index)
    else:
        kept = [name for name in ranked if scores[name] > 0 or name in important][:5]
        always = ["gotchas.md"] if "gotchas.md" in scores else []
        places = always + [name for name in kept if name != "gotchas.md"]
    return {"selected": places, "scores": scores}


def command(project: Path, title: str, description: str, profile: str) -> dict[str, Any]:
    """Return the same from the command."""
    arguments = ["--title", title, f"--description={description}", "--profile", profile, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "memtui", "preview", *arguments, "--project", str(project)],
        capture_output=True,
        text=True,
        check=True,
    )
    document = json.loads(done.stdout)
    left_out = ("index-file", "empty-body", "unreadable")
    files = [file for file in document["files"] if file["reason"] not in left_out]
    return {
        "selected": document["selected"],
        "scores": {file["name"]: file["score"] for file in files},
    }


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return in what two previews differ."""
    found = []
    if one["selected"] != other["selected"]:
        found.append(f"selected {one['selected']} and {other['selected']}")
    for name in sorted(one["scores"].keys() | other["scores"].keys()):
        mine, theirs = one["scores"].get(name), other["scores"].get(name)
        if mine is None or theirs is None or abs(mine - theirs) > 1e-9:
            found.append(f"{name}: {mine} and {theirs}")
    return found


def main(project: Path, many: int) -> int:
    """Compare both for some features of a project; return 1 when they differ."""
    files = sorted((project / ".automaker" / "features").glob("*/feature.json"))
    wrong = 0
    for path in files[:: max(1, len(files) // many)][:many]:
        feature = json.loads(path.read_text())
        text = (feature["title"], feature.get("description", ""))
        for profile in ("documented", "automaker-utils", "automaker-app"):
            mine = preview(project, *text, profile)
            found = differences(mine, command(project, *text, profile))
            wrong += bool(found)
            print(path.parent.name, profile, found or f"agree on {mine['selected']}")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10))
