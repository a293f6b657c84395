"""Texts of memory files for the tests of the commands."""

AUTH = """\
---
tags: [login, session]
summary: Token handling in the API
relevantTo: [oauth, password]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 4
---
# Auth

### Keep one token (2026-01-05)
- **Why:** two of them drift apart

#### [Gotcha] The cookie is lax (2026-02-07)
- **Situation:** a redirect
"""

GOTCHAS = """\
---
tags: [bug]
summary: Traps
relevantTo: []
importance: 0.95
relatedFiles: []
usageStats:
  loaded: 3
  referenced: 0
  successfulFeatures: 0
---
# Gotchas

#### [Gotcha] Never guess (2026-01-01)
"""

UI = """\
---
tags: [ui, edge-case]
summary: UI
relevantTo: []
importance: 0.7
relatedFiles: []
usageStats:
  loaded: 0
  referenced: 0
  successfulFeatures: 0
---
# UI
"""

STORE = {"auth.md": AUTH, "gotchas.md": GOTCHAS, "ui.md": UI, "_index.md": "# About\n"}

HOSTILE = {
    "a[b]c.md": '---\ntags: [\'[/]\', "\\e[31mred", login]\nsummary: "\\u202egnp"\n---\n# x\n',
    "x[@click=app.quit].md": "### [@click=app.quit]x[/] \x1b]0;own\x07 \u2028 \x9b31m\n",
    "esc\x1b[2J.md": "## [bold\n" + "long " * 2000 + "\n",
    "gotchas.md": "#### [Gotcha] x\u202e\n\x00\x0c\x85 end\n",
}

ROUTES = """\
# Where to look first

| Task type | Keywords | Files to load |
|-----------|----------|---------------|
| Release | deploy, release notes | docs/release.md, docs/ops/ |
| Sign-in | login, `session`, 로그인 | [the guide](docs/auth.md#tokens) |
| Colours | theme | ../design/palette.md |
"""
