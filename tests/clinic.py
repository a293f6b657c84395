"""The documents of a clinic's booking server, in Korean and English, and what people ask there."""

from typing import Final


def _page(title: str, *headings: str) -> str:
    return "\n\n".join([f"# {title}", *(f"## {heading}" for heading in headings)]) + "\n"


DOCUMENTS: Final = {
    "README.md": _page("나루 예약 서버", "빠른 시작", "폴더 구조"),
    "CONTRIBUTING.md": _page("Contributing", "Branches", "Commit messages", "Code review"),
    "docs/ops/deploy.md": _page("배포를 진행하는 방법", "사전 점검", "롤백 절차", "블루그린 전환"),
    "docs/ops/monitoring.md": _page("모니터링과 알림", "지표 대시보드", "온콜 담당자의 순서"),
    "docs/api/errors.md": _page("API error format", "Status codes", "Retry and idempotency"),
    "docs/api/pagination.md": _page("Pagination of lists", "Cursors"),
    "docs/db/migration.md": _page("데이터베이스 마이그레이션", "스키마를 바꾸는 순서", "되돌리기"),
    "docs/payments.md": _page("결제와 환불", "카드 승인", "정산 보고서"),
    "docs/auth.md": _page("Login and sessions", "OAuth providers", "Refresh tokens", "Passwords"),
    "docs/architecture.md": _page(
        "Architecture", "Modules", "Event bus", "Dependencies of modules"
    ),
    "docs/frontend/styling.md": _page("Styling components", "Colour tokens", "Dark mode"),
    "docs/testing.md": _page("테스트 작성", "픽스처", "엔드투엔드 시나리오"),
    ".github/workflows/release.yml": "name: Release\non: push\njobs:\n  publish:\n    steps: []\n",
    "package.json": '{"name": "naru", "scripts": {"dev": "node .", "lint": "eslint ."}}\n',
}
"""Path and text of each document."""

PROMPTS: Final = (
    ("스테이징에 배포해줘", "docs/ops/deploy.md"),
    ("알림이 너무 자주 울려", "docs/ops/monitoring.md"),
    ("return 409 with the right error body from the booking endpoint", "docs/api/errors.md"),
    ("paginate the list of appointments with a cursor", "docs/api/pagination.md"),
    ("스키마에 컬럼 하나 추가", "docs/db/migration.md"),
    ("환불이 두 번 처리되는 버그", "docs/payments.md"),
    ("users are logged out after an hour, check the refresh token", "docs/auth.md"),
    ("dark mode for the calendar component", "docs/frontend/styling.md"),
    ("픽스처로 테스트를 더 작성", "docs/testing.md"),
    ("which branch and commit message should I use", "CONTRIBUTING.md"),
)
"""Ten everyday prompts, and the document that a person would choose."""

HELD_OUT: Final = (
    ("배포가 실패하면 롤백은 어떻게 하지?", "docs/ops/deploy.md"),
    ("대시보드에 지표 추가", "docs/ops/monitoring.md"),
    ("retry the call when the api answers 503", "docs/api/errors.md"),
    ("DB 마이그레이션을 되돌려야 해", "docs/db/migration.md"),
    ("카드 승인이 거절될 때의 처리", "docs/payments.md"),
    ("sign in with google via oauth", "docs/auth.md"),
    ("where does the event bus live, what is the architecture", "docs/architecture.md"),
    ("change the colour of the button component", "docs/frontend/styling.md"),
    ("엔드투엔드 테스트가 깨져", "docs/testing.md"),
    ("upgrade the dependencies", "package.json"),
)
"""Ten more, which the survey was never adjusted to."""

SMALL_TALK: Final = (
    "fix the typo",
    "rename this variable",
    "thanks, continue",
    "add a new file for it",
    "explain this function to me",
    "what do you think?",
    "run it again",
    "계속해줘",
    "이 함수 설명해줘",
    "make the button bigger and commit",
)
"""Prompts that no document helps with."""
