"""The words of a text in the languages that documents are written in, as keywords would match them.

A keyword of ASCII letters and digits matches whole words, any other one anywhere (routing.md,
Matching a prompt). So an English word keeps its form, and a Korean noun loses its particle, a
Russian one its ending.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from memtui.core import stop_words


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        key: What the forms of a word have in common (``deploy`` of ``deployments``).
        form: The word in lower case, as a keyword that matches the text.
    """

    key: str
    form: str


# Runs of one script; names with signs that belong to them come first.
_RUN: Final = re.compile(
    r"(?P<named>(?<![^\W_])(?:c\+\+|[cf]\#|\.net|[a-z][a-z0-9]*\.js)(?![^\W_]))"
    r"|(?P<hangul>[\uac00-\ud7a3]+)"
    r"|(?P<han>[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<katakana>[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff]+)"
    r"|(?P<hiragana>[\u3041-\u309f]+)"
    r"|(?P<cyrillic>[\u0400-\u04ff]+)"
    # What is left: letters and digits of scripts that put blanks between words, and Thai.
    r"|(?P<word>[^\W_\uac00-\ud7a3\u3005\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\u0400-\u04ff]+)"
)
# A negation goes as a whole, of the others what stands behind the apostrophe.
_APOSTROPHE: Final = re.compile(r"\b[a-z]+n['’]t\b|(?<=[a-z])['’](?:s|re|ve|ll|d|m)\b")
_SHORT: Final = frozenset(
    ("ai", "cd", "ci", "db", "go", "io", "ip", "ml", "qa", "s3", "tv", "ui", "ux", "vm")
)
"""Words of two letters that count."""


def words(text: str) -> list[Word]:
    """Return the words of a text in order, those that say nothing included.

    Args:
        text: One line or many, in any language.
    """
    found: list[Word] = []
    for run in _RUN.finditer(_APOSTROPHE.sub("", normalize("NFC", text).lower())):
        found += _read(run.lastgroup or "", run[0])
    return found


@lru_cache(maxsize=50_000)
def _read(script: str, run: str) -> tuple[Word, ...]:
    return tuple(_READERS[script](run))


def telling(text: str) -> list[Word]:
    """Return the words of a text that say something about it, in order."""
    return [word for word in words(text) if says_something(word.form)]


def says_something(form: str) -> bool:
    """Whether a word would make a keyword: no everyday word, and not too short."""
    if form in stop_words.STOP_WORDS or form.isdigit():
        return False
    if form.isascii():
        return len(form) > 2 or form in _SHORT
    return len(form) > 1


def of_path(part: str) -> str:
    """Return a part of a path as words: ``2024-01-errorHandling`` becomes ``error Handling``."""
    part = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", " ", part)
    return re.sub(r"\b\d+\b", " ", re.sub(r"[-_.+~ ]+", " ", part)).strip()


def language(text: str) -> str:
    """Return the language of a text: ``ko``, ``ja``, ``zh`` or one of `FUNCTION_WORDS`.

    Told by the script where it tells; else by the function words that stand in it most often.
    """
    scripts = Counter(run.lastgroup for run in _RUN.finditer(text[:20_000].lower()))
    spaced = scripts["word"]
    if 2 * scripts["hangul"] > spaced:
        return "ko"
    # A run of Chinese is a clause, not a word.
    if 6 * (scripts["han"] + scripts["hiragana"]) > spaced:
        return "ja" if scripts["hiragana"] + scripts["katakana"] else "zh"
    if scripts["cyrillic"] > spaced:
        return "ru"
    found = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    counts = Counter(found)
    scores = {
        name: sum(counts[word] for word in listed)
        for name, listed in stop_words.FUNCTION_WORDS.items()
    }
    # Names and short words of code look like any language.
    best = max(scores, key=lambda name: scores[name])
    is_sure = scores[best] > 1.3 * scores["en"] and 5 * scores[best] > len(found)
    return best if is_sure else "en"


# --- scripts with blanks between words ------------------------------------------------------


def _spaced(word: str) -> list[Word]:
    if word.isascii():
        return [Word(stem(word), word)]
    return [Word(word, word)]


_FIRST: Final = (
    (re.compile(r"(?<=[a-z]{3})ies$"), "y"),
    (re.compile(r"(?<=(?:ss|sh|ch|zz|.x))es$"), ""),
    (re.compile(r"(?<=[a-z]{2}[^sui])s$"), ""),
)
_LAST: Final = (
    (re.compile(r"(?<=[a-z]{4})(?:ations?|at(?:e|ed|ing|or))$"), ""),
    (re.compile(r"(?<=[a-z]{4})ment$"), ""),
    (re.compile(r"(?<=[aeiouy][a-z])ing$|(?<=[aeiouy][a-z]{2})ing$|(?<=[a-z]{4})ing$"), ""),
    (re.compile(r"(?<=[aeiouy][a-z])ed$|(?<=[aeiouy][a-z]{2})ed$|(?<=[a-z]{4})ed$"), ""),
    (re.compile(r"(?<=[a-z]{4})er$"), ""),
)
_DOUBLE: Final = re.compile(r"([bdgmnprt])\1$")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return what the forms of an English word have in common; it need not be a word.

    A few endings only, in the manner of Porter's stemmer (An algorithm for suffix stripping,
    1980): enough to bring ``migrate`` and ``migrations`` together.

    Args:
        word: Lower-case ASCII letters and digits.
    """
    for ending, rest in _FIRST:
        cut = ending.sub(rest, word)
        if cut != word:
            word = cut
            break
    for ending, rest in _LAST:
        cut = ending.sub(rest, word)
        if cut != word:
            word = _DOUBLE.sub(r"\1", cut)
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word


_SINGULARS: Final = {
    "aliases": "alias",
    "biases": "bias",
    "buses": "bus",
    "cookies": "cookie",
    "movies": "movie",
    "statuses": "status",
}
_NO_PLURALS: Final = frozenset(
    (
        *(
            "alias",
            "aws",
            "always",
            "atlas",
            "axios",
            "bias",
            "canvas",
            "dns",
            "https",
            "ios",
            "jenkins",
            "kubernetes",
        ),
        *("macos", "news", "pandas", "postgres", "redis", "series", "windows"),
    )
)


def singular(word: str) -> str:
    """Return an English noun without the ending of the plural."""
    if word in _NO_PLURALS:
        return word
    if word in _SINGULARS:
        return _SINGULARS[word]
    for ending, rest in _FIRST:
        cut = ending.sub(rest, word)
        if cut != word:
            return cut
    return word


_IN_ATE: Final = frozenset(
    (
        *("activ", "aggreg", "alloc", "annot", "authentic", "autom", "calcul", "deleg", "deprec"),
        *("duplic", "evalu", "feder", "gener", "integr", "invalid", "isol", "migr", "moder"),
        *("navig", "oper", "orchestr", "pagin", "replic", "simul", "termin", "transl", "valid"),
    )
)
"""Stems of verbs in ``-ate``."""


# After these the verb had no silent e: ``test|ing``, ``pack|ing``, but ``cach|ing``, ``pars|ing``.
_WHOLE_BEFORE_ING: Final = re.compile(
    r"(?:[cflnprs]t|[cnrs]k|[lnr]d|[lm]p|ll|ss|sh|[lr]m|rn|[aeo]y|[aeo]w|x)ing$"
)
_DOUBLED_BEFORE_ING: Final = re.compile(r"([bdgmnprt])\1ing$")


def bases(word: str) -> list[str]:
    """Return the verb of an English noun in ``-ation`` or ``-ing``, where its spelling is sure."""
    if _WHOLE_BEFORE_ING.search(word):
        return [word[:-3]]
    if _DOUBLED_BEFORE_ING.search(word):
        return [word[:-4]]
    root = re.sub(r"(?:ations?|ating)$", "", word)
    if root == word:
        return []
    if root in _IN_ATE:
        return [f"{root}ate"]
    return [f"{root}e"] if root.endswith(("iz", "is", "figur")) else []


_CYRILLIC_ENDING: Final = re.compile(
    r"(?<=.{4})(?:ями|ами|ией|иям|иях|ого|его|ому|ему|ыми|ими|ов|ев|ей|ой|ий|ый|ая|яя|ое|ее|ые|ие"
    r"|ия|ии|ию|ах|ях|ам|ям|ом|ем|а|я|ы|и|е|у|ю|о|ь|й)$"
)


def _cyrillic(word: str) -> list[Word]:
    if word in stop_words.STOP_WORDS:
        return [Word(word, word)]
    form = _CYRILLIC_ENDING.sub("", word)
    return [Word(form, form)]


# --- Korean ---------------------------------------------------------------------------------

# Endings of verbs made of a noun (``배포하기``, ``배포할``), then particles, longest first.
_KOREAN_VERB: Final = re.compile(
    r"(?<=..)(?:하(?:기|는|다|며|고|면|여|지|게|도록|세요|려면|려고|였다|였을|십시오)?|합니다|합시다|한다|했다|했을"
    r"|해야|해서|해요|했|한|할|함|해|되(?:기|는|다|며|고|면|어|지|게)?|됩니다|된다|되었|됐|된|될|됨|돼|시키(?:기|는|다)?)$"
)
_KOREAN_PARTICLE: Final = re.compile(
    r"(?<=..)(?:에서는|에서의|으로는|으로의|으로서|으로써|에게서|한테서|이라는|이라고|에서|에게|한테|까지|부터|보다|처럼|마다"
    r"|조차|으로|라는|라고|이란|이나|이랑|하고|에는|에도|와의|과의|들을|들이|들의|들은|들과|들에|들)$"
)
_AFTER_FINAL: Final = frozenset("이은을과")
_AFTER_VOWEL: Final = frozenset("가는를와")
_ALWAYS: Final = frozenset("의에")
_NOUN_ENDS: Final = """
결과 효과 성과 초과 통과 경과 추가 평가 인가 허가 증가 국가 참가 전문가 정의 주의 회의 문의 동의
길이 높이 깊이 차이 넓이 경로 회로 통로 선로 역할 분할 권한 제한 기한 이해 오해 방해 피해
"""
_KOREAN_NOUN_ENDS: Final = tuple(_NOUN_ENDS.split())
"""Ends of nouns that look like a noun with a particle or an ending."""


def _korean(run: str) -> list[Word]:
    form = run
    if form not in stop_words.KOREAN:
        form = _without_particle(form)
        if not form.endswith(_KOREAN_NOUN_ENDS):
            form = _KOREAN_VERB.sub("", form)
    return [Word(form, form)]


def _without_particle(run: str) -> str:
    """Return a noun without its particle; a stem of one syllable would match anything."""
    if run.endswith(_KOREAN_NOUN_ENDS):
        return run
    cut = _KOREAN_PARTICLE.sub("", run)
    if cut != run or len(run) < 3:
        return cut
    last, before = run[-1], run[-2]
    final = (ord(before) - 0xAC00) % 28
    # 8 is the final ㄹ, behind which 로 follows as behind a vowel.
    if (
        last in _ALWAYS
        or (last in _AFTER_FINAL and final)
        or (last in _AFTER_VOWEL and not final)
        or (last == "로" and final in (0, 8))
    ):
        return run[:-1]
    return run


# --- Chinese and Japanese -------------------------------------------------------------------

_HAN: Final = """
数据库 服务器 中间件 微服务 前端 后端 部署 发布 回滚 测试 单元 集成 架构 接口 认证 授权 登录 注册
权限 密码 支付 退款 订单 缓存 队列 消息 日志 监控 告警 性能 优化 配置 环境 安装 依赖 版本 迁移 备份
恢复 安全 加密 搜索 索引 翻译 国际化 样式 主题 组件 页面 表单 路由 状态 网关 容器 镜像 集群 流水线
构建 调试 错误 异常 数据 模型 训练 推理 分析 报告 导出 导入 通知 邮件 短信 会员 商品 库存 物流 贡献
提交 分支 规约 規約 構築 認証 認可 設計 設定 環境 開発 運用 監視 性能 試験 配備 移行 決済 返金 注文
検索 翻訳 画面 部品 障害 復旧 権限 連携 依存
"""
"""Words of software projects in Chinese and Japanese, which part a run of signs into words."""

_LONGEST_HAN: Final = 4
_PARTICLES_HAN: Final = re.compile("[的和与及或在是了对为把被从到向由于等之其]")


def _han_cuts() -> re.Pattern[str]:
    known = {*_HAN.split(), *stop_words.CHINESE}
    known.update(word for word in stop_words.JAPANESE if re.fullmatch(r"[\u4e00-\u9fff]{2,}", word))
    return re.compile("|".join(sorted(known, key=lambda word: (-len(word), word))))


_HAN_KNOWN: Final = _han_cuts()


def _han(run: str) -> list[Word]:
    """Return the words of a run without blanks: known ones, and short pieces between them."""
    found: list[Word] = []
    for clause in _PARTICLES_HAN.split(run):
        start = 0
        for known in _HAN_KNOWN.finditer(clause):
            found += _han_piece(clause[start : known.start()])
            found.append(Word(known[0], known[0]))
            start = known.end()
        found += _han_piece(clause[start:])
    return found


def _han_piece(piece: str) -> list[Word]:
    if not piece:
        return []
    if len(piece) <= _LONGEST_HAN:
        return [Word(piece, piece)]
    # Most words have two signs; which two belong together, no dictionary says here.
    pairs = (piece[at : at + 2] for at in range(0, len(piece) - 1, 2))
    return [Word(pair, pair) for pair in pairs]


def _katakana(run: str) -> list[Word]:
    return [Word(run.rstrip("ー") if len(run) > 3 else run, run)]


def _nothing(_: str) -> list[Word]:
    """Hiragana are particles and endings."""
    return []


_READERS: Final[Mapping[str, Callable[[str], list[Word]]]] = {
    "word": _spaced,
    "named": lambda run: [Word(run, run)],
    "hangul": _korean,
    "han": _han,
    "katakana": _katakana,
    "hiragana": _nothing,
    "cyrillic": _cyrillic,
}
