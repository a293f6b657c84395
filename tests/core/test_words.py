"""Words as keywords would match them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import routing
from memtui.core.language import words
from memtui.core.language.words import bases, language, singular, stem, telling


def forms(text: str) -> list[str]:
    return [word.form for word in words.words(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("배포를", ["배포"]),
        ("배포하기", ["배포"]),
        ("배포할 때", ["배포", "때"]),
        ("서버의 로그에서", ["서버", "로그"]),
        ("사용자가 권한을", ["사용자", "권한"]),
        ("스키마로", ["스키마"]),
        # Nouns that end like a particle, and stems of one syllable, stay whole.
        ("검색결과", ["검색결과"]),
        ("접근권한", ["접근권한"]),
        ("정의 속도 추가", ["정의", "속도", "추가"]),
        ("API를", ["api", "를"]),
        ("如何部署到生产环境", ["如何", "部署", "生产", "环境"]),
        ("数据库迁移", ["数据库", "迁移"]),
        ("デプロイの手順", ["デプロイ", "手順"]),
        ("Развертывание серверов", ["развертыван", "сервер"]),
        ("C++, Next.js and .NET", ["c++", "next.js", "and", ".net"]),
        ("the user's files don't load", ["the", "user", "files", "load"]),
        ("get_logger()", ["get_logger", "get", "logger"]),
    ],
)
def test_words_are_found_in_each_language(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    "family",
    [
        "deploy deploys deploying deployment deployments",
        "migrate migrated migrating migration migrations",
        "log logs logging logger",
        "cache caches cached caching",
        "configure configuration configuring",
        "query queries",
        "class classes",
        "route routes router routing",
    ],
)
def test_forms_of_a_word_have_one_stem(family: str) -> None:
    assert len({stem(form) for form in family.split()}) == 1


@pytest.mark.parametrize(
    "apart", ["format form", "status state", "test tense", "process progress", "port import"]
)
def test_other_words_have_another_stem(apart: str) -> None:
    one, other = apart.split()
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("migrations", "migration"),
        ("classes", "class"),
        ("policies", "policy"),
        ("cookies", "cookie"),
        ("aliases", "alias"),
        ("windows", "windows"),
        ("kubernetes", "kubernetes"),
        ("status", "status"),
        ("bus", "bus"),
    ],
)
def test_plurals(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("noun", "verb"),
    [
        ("pagination", ["paginate"]),
        ("migrating", ["migrate"]),
        ("configuration", ["configure"]),
        ("optimization", ["optimize"]),
        ("testing", ["test"]),
        ("logging", ["log"]),
        ("caching", ["cache"]),
        ("parsing", ["parse"]),
        ("upgrading", ["upgrade"]),
        ("uploading", ["upload"]),
        ("routing", ["route"]),
        ("resuming", ["resume"]),
        ("rendering", ["render"]),
        ("editing", ["edit"]),
        ("writing", ["write"]),
        ("scraping", ["scrape"]),
        ("scaling", ["scale"]),
        ("fetching", ["fetch"]),
        # No verb at all.
        ("documentation", []),
        ("string", []),
        ("king", []),
    ],
)
def test_the_verb_of_a_noun(noun: str, verb: list[str]) -> None:
    assert bases(noun) == verb


@pytest.mark.parametrize(
    "text",
    [
        "add fix and the",
        "Monday or lunes",
        "fix typos",
        "만들기 방법",
        "使用 指南",
        "使い方 手順",
        "42",
    ],
)
def test_everyday_words_say_nothing(text: str) -> None:
    assert telling(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How to deploy the server, and what to do when it fails", "en"),
        ("서버를 배포하는 방법과 API 설명", "ko"),
        ("如何把 server 部署到生产环境", "zh"),
        ("サーバーをデプロイする手順です", "ja"),
        ("Как развернуть сервер и что делать, если он не отвечает", "ru"),
        ("Wie man den Server ausliefert und was zu tun ist, wenn er nicht antwortet", "de"),
        ("Comment déployer le serveur et que faire quand il ne répond pas", "fr"),
        ("Cómo desplegar el servidor y qué hacer cuando no responde", "es"),
        ("Como implantar o servidor e o que fazer quando ele não responde", "pt"),
        # Names and code look like any language.
        ("Jose da Silva, Juan de la Cruz, Ana do Carmo: v1 v2 v3 build test run", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_text(text: str, expected: str) -> None:
    assert language(text) == expected


@given(st.text(max_size=60))
def test_a_word_matches_the_text_that_it_stands_in(text: str) -> None:
    """The law of a keyword: routing.md, Matching a prompt."""
    for word in telling(text):
        page = routing.read(f"| task | keywords | files |\n|-|-|-|\n| t | {word.form} | f.md |\n")
        assert routing.match(page, text.lower()), word


@given(st.text(max_size=40), st.text(max_size=40))
def test_lines_are_read_one_by_one(one: str, other: str) -> None:
    assert words.words(f"{one}\n{other}") == words.words(one) + words.words(other)
