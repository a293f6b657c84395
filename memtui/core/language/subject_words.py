"""The words of an entry by which it is compared with others."""

import re
from functools import lru_cache
from typing import Final

from memtui.core.language.words import singular

_ASIAN: Final = (
    r"\u3005\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uac00-\ud7a3\uf900-\ufaff"
)
# A particle stands right behind a foreign word (Redis는).
_WORD: Final = re.compile(rf"[^\W_{_ASIAN}]+|[{_ASIAN}]+")
# Between the parts of a name in a program: after a small letter or a digit before a capital, and
# before the last of several capitals (serverUrl, HTTPClient) that are no plural (URLs).
_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_PRODUCTS: Final = (
    "BigQuery ChatGPT ClickHouse CloudFormation CloudFront CloudWatch CommonJS DevOps DevTools "
    "DynamoDB ESLint FastAPI GitHub GitLab GraphQL IndexedDB IntelliJ JavaScript LangChain "
    "LangGraph LinkedIn MongoDB MySQL NextJS NodeJS NoSQL OAuth OpenAI PayPal PostgreSQL "
    "PowerShell RabbitMQ SaaS SQLite TanStack TypeScript VoIP WebAssembly WebGL WebRTC WebSocket "
    "WordPress YouTube iOS macOS"
)
_PRODUCT: Final = re.compile("|".join(_PRODUCTS.split()))
"""Names that are written as one word in any case, as a feature's title has them."""


def subject_words(text: str) -> list[str]:
    """Return the words of a text in lower case, in order, with their duplicates.

    A word is a run of letters and digits: of Korean, Japanese or Chinese ones, or of any others.
    A name in a program is the words that it is made of (``serverUrl``: server, url), that of a
    product is one (``TypeScript``). An English plural is its singular.
    """
    return [part for word in _WORD.findall(text) for part in _parts(word)]


def parted(name: str) -> str:
    """Return a name in a program as the words that it is made of, that of a product as one."""
    return _JOINT.sub(" ", _PRODUCT.sub(lambda product: product[0].lower(), name))


@lru_cache(maxsize=50_000)
def _parts(word: str) -> tuple[str, ...]:
    return tuple(map(singular, _WORD.findall(parted(word).lower())))
