"""Words of the scripts of Korea, China and Japan, which join to a word what is not part of it.

Their keywords match anywhere in a prompt, so a stem matches whatever follows it.
"""

import re
from typing import Final

from memtui.core.language import stop_words

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


def korean(run: str) -> list[str]:
    """Return the stem of a Korean word: a noun without its particle, or without its verb."""
    form = run
    if form not in stop_words.KOREAN:
        form = _without_particle(form)
        if not form.endswith(_KOREAN_NOUN_ENDS):
            form = _KOREAN_VERB.sub("", form)
    return [form]


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

_LONGEST_PIECE: Final = 4
_PARTICLES_HAN: Final = re.compile("[的和与及了把到从]")


def _known_han() -> frozenset[str]:
    known = {*_HAN.split(), *stop_words.CHINESE}
    known.update(word for word in stop_words.JAPANESE if re.fullmatch(r"[\u4e00-\u9fff]{2,}", word))
    return frozenset(known)


_KNOWN_HAN: Final = _known_han()
_LENGTHS: Final = sorted({len(word) for word in _KNOWN_HAN}, reverse=True)


def han(run: str) -> list[str]:
    """Return the words of a run without blanks: known ones, and short pieces between them."""
    found: list[str] = []
    for clause in _PARTICLES_HAN.split(run):
        start = at = 0
        while at < len(clause):
            word = next((w for n in _LENGTHS if (w := clause[at : at + n]) in _KNOWN_HAN), "")
            if word:
                found += [*_pieces(clause[start:at]), word]
                start = at + len(word)
            at = max(at + 1, start)
        found += _pieces(clause[start:])
    return found


def _pieces(run: str) -> list[str]:
    """Return a run that no dictionary knows, in parts that can be a word."""
    if len(run) <= _LONGEST_PIECE:
        return [run] if run else []
    # Most words have two signs; which two belong together, no dictionary says here.
    return [run[at : at + 2] for at in range(0, len(run) - 1, 2)]


def katakana(run: str) -> list[str]:
    """Return a Japanese word of foreign origin, without the long vowel that some leave out."""
    return [run.rstrip("ー") if len(run) > 3 else run]
