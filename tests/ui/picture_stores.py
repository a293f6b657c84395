"""Small stores for the pictures: odd frontmatter, hostile text, Korean."""

import json
from typing import Final

RULES: Final = {
    "auth.md": (
        "---\n"
        "tags: [oauth, session, edge-case, login]\n"
        "relevantTo: [middleware, tokens, sign in, the]\n"
        "summary: How people sign in, how long a session lives, and what happens to the tokens of"
        " one that was left open over night\n"
        "importance: 0.8\n"
        "usageStats:\n  loaded: 12\n  referenced: 4\n  successfulFeatures: 4\n"
        "relatedFiles: [src/auth/session.ts, src/auth/refresh-token-rotation-and-revocation.ts]\n"
        "---\n# Auth\n\n#### [Gotcha] Tokens outlive the session\nRevoke both.\n"
    ),
    "gotchas.md": "---\ntags: [bug]\nimportance: 0.95\n---\n# Gotchas\n\nNever twice.\n",
    "ui.md": "---\ntags: [edge-case]\nsummary: ''\n---\n# UI\n\nOne accent.\n",
}
"""Tags that match, one that never can, missing files, a summary longer than its line."""

ERASED: Final = {
    "auth.md": (
        "---\n"
        "# Ask the security team before you change this file.\n"
        "tags:\n  - oauth\n  - session\n  - login\n"
        "relevantTo: [middleware, tokens]\n"
        "summary: Token handling in the API  # see the wiki\n"
        "importance: 0.8\n"
        "owner: platform\n"
        "usageStats:\n  loaded: 12\n  referenced: 4\n  successfulFeatures: 4\n"
        "---\n# Auth\n\n"
        "#### [Gotcha] Tokens outlive the session\n"
        "- **Situation:** A signed-out tab went on working for an hour.\n"
        "- **How to avoid:** Revoke `refresh` and `access` together.\n"
    ),
    "gotchas.md": "---\ntags: [bug]\nimportance: 0.95\n---\n# Gotchas\n\nNever twice.\n",
}
"""A block list that Automaker cannot read, and comments that its next load erases."""

_BASE: Final = (
    "---\n"
    "tags: [oauth, session, login]\n"
    "relevantTo: [middleware, tokens]\n"
    "summary: Token handling in the API\n"
    "importance: 0.8\n"
    "relatedFiles: []\n"
    "usageStats:\n  loaded: 12\n  referenced: 4\n  successfulFeatures: 4\n"
    "---\n# Auth\n\n"
    "#### [Gotcha] Tokens outlive the session\n"
    "- **Situation:** A signed-out tab went on working for an hour.\n"
    "- **How to avoid:** Revoke `refresh` and `access` together.\n\n"
    "#### [Pattern] One clock for all expiries\n"
    "The server's; a client's clock is off by minutes.\n"
)

BOTH: Final = {
    "auth.md": _BASE,
    "gotchas.md": "---\ntags: [bug]\nimportance: 0.95\n---\n# Gotchas\n\nNever twice.\n",
}
"""A file that is changed on both sides, in `MINE` and in `THEIRS`."""

MINE: Final = {
    "auth.md": _BASE.replace("0.8", "0.9")
    .replace("in the API", "in the API and in the browser")
    .replace("together.", "together, in one transaction.")
}
"""The draft."""

THEIRS: Final = {
    "auth.md": _BASE.replace("0.8", "0.7")
    .replace("loaded: 12", "loaded: 13")
    .replace("together.", "together, then the device's.")
    + "\n#### [Gotcha] The refresh token rotates\n- **Fix:** Keep the newest of two.\n"
}
"""What another program wrote meanwhile."""

_MARKUP: Final = "[@click=app.quit]x[/]"

HOSTILE: Final = {
    "[bold red]a[b]c.md": (
        "---\n"
        f'tags: ["bold", "{_MARKUP}", "[/]", "[$primary]"]\n'
        'relevantTo: ["\\e]0;title\\a", "quit"]\n'
        'summary: "[link=http://example.org/]here[/link] \\e[31mred\\e[0m"\n'
        "importance: 0.8\n"
        'relatedFiles: ["src/[id]/page.tsx", "src/\\u202etxt.exe"]\n'
        "---\n# [/]\n\n#### [Gotcha] [bold]not bold[/bold]\n\x1b]0;title\x07 and \x9b31m\n"
    ),
    "x[@click=app.quit].md": f"---\ntags: [quit]\n---\n# {_MARKUP}\n\ntext\n",
    "esc\x1b]0;title\x07.md": "---\ntags: [app]\n---\n# \x1b[6n\n\ntext\n",
    "\u202egnp.md": "---\ntags: ['[/]']\n---\n# \u202e\n\ntext\n",
    "two\nlines.md": "---\ntags: [edge-case]\n---\n# One\n\ntext\n",
    "[[note]].md": "---\nsummary: '[[note]] quit'\n---\n# Two\n\ntext\n",
    "w" * 200 + ".md": "---\nimportance: 0.95\n---\n# Long\n\n" + "long " * 2000 + "\n",
    "{}.md": "no frontmatter at all\n",
}
"""Names and values that are markup to a terminal library, or orders to a terminal."""

KOREAN: Final = {
    "결제.md": (
        "---\n"
        "tags: [결제, 카드, 환불, edge-case]\n"
        "relevantTo: [오류, 배송, checkout]\n"
        "summary: 카드 결제와 환불에서 지켜야 할 규칙\n"
        "importance: 0.8\n"
        "relatedFiles: [src/결제/카드.ts]\n"
        "usageStats:\n  loaded: 8\n  referenced: 3\n  successfulFeatures: 2\n"
        "---\n# 결제\n\n"
        "#### [Gotcha] 카드 승인은 두 번 호출될 수 있다 (2025-03-02)\n"
        "- **상황:** 사용자가 단추를 두 번 누르면 주문이 두 건 만들어졌다.\n"
        "- **원인:** 승인 요청에 고유한 열쇠가 없었다. 응답이 늦으면 브라우저가 다시 보낸다.\n"
        "- **방법:** 요청마다 `idempotencyKey`를 보내고, 같은 열쇠의 두 번째 요청은 무시한다.\n\n"
        "#### [Pattern] 금액은 언제나 원 단위의 정수\n"
        "소수점을 쓰지 않는다. Prices in won have no minor unit.\n"
    ),
    "배송.md": (
        "---\ntags: [배송, 조회]\nsummary: 배송 조회와 반품\nimportance: 0.6\n---\n# 배송\n\n"
        "### 택배사마다 조회 주소가 다르다\n주소를 설정에 둔다.\n"
    ),
    "검색.md": "---\ntags: [검색]\nsummary: 한글 검색\n---\n# 검색\n\n초성 검색을 지원한다.\n",
    "gotchas.md": (
        "---\ntags: [오류]\nsummary: 두 번 겪지 말아야 할 일\nimportance: 0.95\n---\n# 함정\n\n"
        "#### [Gotcha] 시간대는 서울이다\n날짜는 UTC로 저장한다.\n"
    ),
}
"""File names, tags, summaries and bodies in Korean."""


def _feature(title: str, description: str, status: str) -> str:
    return json.dumps({"title": title, "description": description, "status": status})


KOREAN_FEATURES: Final = {
    "01-결제": _feature("결제 오류 수정", "카드 결제가 두 번 승인되지 않게 한다.", "in_progress"),
    "02-배송": _feature("배송 조회 화면", "택배사별 배송 상태를 한눈에 보여 준다.", "backlog"),
    "03-검색": _feature("한글 초성 검색", "ㄱㄴㄷ 초성만 입력해도 찾는다.", "completed"),
}
"""Features in Korean, by folder."""
