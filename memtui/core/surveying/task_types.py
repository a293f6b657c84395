"""Kinds of tasks that most projects know, and the words by which they are called."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from memtui.core.language.words import singular, words


class TaskType(NamedTuple):
    """A kind of task.

    Attributes:
        id: A short name.
        labels: What it is called, by language; ``en`` is always there.
        usual: Words that a person asks with, by language; proposed beside the document's own. The
            first one names the task.
        signs: Further words, in any language, by which a document is known to be about it.
        phrases: Several words that a person asks with.
    """

    id: str
    labels: dict[str, str]
    usual: dict[str, str]
    signs: str = ""
    phrases: tuple[str, ...] = ()


TASK_TYPES: Final = (
    TaskType(
        "architecture",
        {"en": "Architecture", "ko": "아키텍처", "zh": "架构", "ja": "アーキテクチャ"},
        {
            "en": "architecture",
            "ko": "아키텍처 설계",
            "zh": "架构",
            "ja": "アーキテクチャ 設計",
            "de": "architektur",
            "fr": "architecture",
            "es": "arquitectura",
            "pt": "arquitetura",
            "ru": "архитектура",
        },
        "adr adrs diagram 아키텍쳐 구조 構成",
    ),
    TaskType(
        "setup",
        {"en": "Setup", "ko": "설치", "zh": "安装", "ja": "セットアップ"},
        {
            "en": "install installation setup",
            "ko": "설치",
            "zh": "安装",
            "ja": "インストール セットアップ",
            "de": "installation einrichten",
            "fr": "installation",
            "es": "instalación instalar",
            "pt": "instalação instalar",
            "ru": "установка",
        },
        "installing quickstart onboarding 온보딩 構築",
    ),
    TaskType(
        "api",
        {"en": "API", "ko": "API", "zh": "接口", "ja": "API"},
        {
            "en": "api endpoint",
            "ko": "api 엔드포인트",
            "zh": "接口 api",
            "ja": "api エンドポイント",
        },
        "graphql openapi swagger webhook rpc grpc",
    ),
    TaskType(
        "database",
        {"en": "Database", "ko": "데이터베이스", "zh": "数据库", "ja": "データベース"},
        {
            "en": "database schema",
            "ko": "데이터베이스 스키마",
            "zh": "数据库",
            "ja": "データベース",
            "de": "datenbank",
        },
        "db sql schema postgres postgresql mysql sqlite prisma alembic orm 디비 datenbanken",
    ),
    TaskType(
        "auth",
        {"en": "Authentication", "ko": "인증", "zh": "认证", "ja": "認証"},
        {
            "en": "auth login authentication",
            "ko": "인증 로그인",
            "zh": "认证 登录",
            "ja": "認証 ログイン",
            "de": "anmeldung",
            "fr": "authentification connexion",
            "es": "autenticación",
            "pt": "autenticação",
            "ru": "аутентификация авторизация",
        },
        "authenticating authorization authorisation oauth sso session jwt signin permission "
        "세션 권한 授权 权限 認可",
    ),
    TaskType(
        "security",
        {"en": "Security", "ko": "보안", "zh": "安全", "ja": "セキュリティ"},
        {
            "en": "security vulnerability",
            "ko": "보안 취약점",
            "zh": "安全 漏洞",
            "ja": "セキュリティ 脆弱性",
            "de": "sicherheit",
            "fr": "sécurité",
            "es": "seguridad",
            "pt": "segurança",
            "ru": "безопасность",
        },
        "vulnerability encryption secrets threat 암호화",
    ),
    TaskType(
        "ui",
        {"en": "User interface", "ko": "화면", "zh": "前端", "ja": "フロントエンド"},
        {"en": "ui", "ko": "화면 프론트엔드", "zh": "前端", "ja": "画面 フロントエンド"},
        "frontend ux css styling style component theme theming 스타일 "
        "컴포넌트 样式 组件 スタイル コンポーネント accessibility a11y oberfläche interfaz",
    ),
    TaskType(
        "testing",
        {"en": "Testing", "ko": "테스트", "zh": "测试", "ja": "テスト"},
        {
            "en": "test tests testing",
            "ko": "테스트",
            "zh": "测试",
            "ja": "テスト",
            "de": "testen test",
            "fr": "test tests",
            "es": "pruebas test",
            "pt": "testes test",
            "ru": "тестирование тест",
        },
        "pytest jest vitest e2e qa coverage fixture tdd 테스팅 试验 試験",
    ),
    TaskType(
        "ci",
        {"en": "CI", "ko": "CI", "zh": "CI", "ja": "CI"},
        {"en": "ci pipeline", "ko": "ci 파이프라인", "zh": "ci 流水线", "ja": "ci パイプライン"},
        "workflow jenkins",
    ),
    TaskType(
        "deploy",
        {"en": "Deploy", "ko": "배포", "zh": "部署", "ja": "デプロイ"},
        {
            "en": "deploy deployment",
            "ko": "배포",
            "zh": "部署",
            "ja": "デプロイ",
            "de": "deployment bereitstellung",
            "fr": "déploiement déployer",
            "es": "despliegue desplegar",
            "pt": "implantação",
            "ru": "развертывание деплой",
        },
        "deploying deploys rollback rollout docker dockerfile kubernetes k8s helm "
        "terraform hosting infrastructure infra staging 도커 인프라 롤백 容器 回滚 配備 コンテナ",
    ),
    TaskType(
        "release",
        {"en": "Release", "ko": "릴리스", "zh": "发布", "ja": "リリース"},
        {
            "en": "release changelog",
            "ko": "릴리스 변경이력",
            "zh": "发布",
            "ja": "リリース",
            "de": "release veröffentlichung",
            "es": "publicación",
            "pt": "lançamento",
            "ru": "релиз выпуск",
        },
        "releasing publishing 릴리즈",
    ),
    TaskType(
        "operations",
        {"en": "Operations", "ko": "운영", "zh": "运维", "ja": "運用"},
        {
            "en": "operations monitoring alert",
            "ko": "운영 모니터링",
            "zh": "监控 运维",
            "ja": "監視 運用",
            "de": "betrieb",
            "fr": "exploitation",
            "es": "operaciones",
            "pt": "operações",
            "ru": "мониторинг",
        },
        "ops runbook incident oncall observability alerting "
        "metric backup 알림 장애 백업 온콜 告警 备份 障害 バックアップ",
    ),
    TaskType(
        "performance",
        {"en": "Performance", "ko": "성능", "zh": "性能", "ja": "性能"},
        {
            "en": "performance",
            "ko": "성능",
            "zh": "性能",
            "ja": "性能",
            "de": "leistung",
            "es": "rendimiento",
            "pt": "desempenho",
            "ru": "производительность",
        },
        "benchmark profiling optimization optimizing 최적화 优化 パフォーマンス",
    ),
    TaskType(
        "configuration",
        {"en": "Configuration", "ko": "설정", "zh": "配置", "ja": "設定"},
        {
            "en": "config configuration settings",
            "ko": "설정",
            "zh": "配置",
            "ja": "設定",
            "de": "konfiguration einstellungen",
            "fr": "configuration paramètres",
            "es": "configuración",
            "pt": "configuração",
            "ru": "настройка конфигурация",
        },
        "configuring configure environment env 환경변수 环境变量",
    ),
    TaskType(
        "troubleshooting",
        {
            "en": "Troubleshooting",
            "ko": "문제 해결",
            "zh": "故障排查",
            "ja": "トラブルシューティング",
        },
        {
            "en": "troubleshooting debug",
            "ko": "디버깅 오류",
            "zh": "调试 故障",
            "ja": "デバッグ",
            "de": "fehlersuche",
            "fr": "dépannage",
            "es": "depuración",
            "ru": "отладка",
        },
        "debugging diagnostics 트러블슈팅 排查",
    ),
    TaskType(
        "contributing",
        {"en": "Contributing", "ko": "기여", "zh": "贡献", "ja": "コントリビュート"},
        {
            "en": "contributing contribute",
            "ko": "기여",
            "zh": "贡献",
            "ja": "コントリビュート",
            "fr": "contribuer",
            "es": "contribuir",
            "pt": "contribuir",
        },
        "contrib contributor contribution hacking convention guideline commit "
        "규칙 컨벤션 커밋 规范 規約",
        ("pull request",),
    ),
    TaskType(
        "dependencies",
        {"en": "Dependencies", "ko": "의존성", "zh": "依赖", "ja": "依存関係"},
        {
            "en": "dependency dependencies upgrade version",
            "ko": "의존성 패키지 버전",
            "zh": "依赖 升级 版本",
            "ja": "依存 アップグレード",
            "de": "abhängigkeit",
            "fr": "dépendance",
            "es": "dependencia dependencias",
            "pt": "dependência",
            "ru": "зависимость",
        },
    ),
    TaskType(
        "i18n",
        {"en": "Translation", "ko": "다국어", "zh": "国际化", "ja": "翻訳"},
        {
            "en": "i18n translation locale",
            "ko": "다국어 번역",
            "zh": "国际化 翻译",
            "ja": "翻訳",
            "de": "übersetzung",
            "fr": "traduction",
            "es": "traducción",
            "pt": "tradução",
            "ru": "перевод",
        },
        "translating localization localisation l10n internationalization",
    ),
)
"""In the order in which their rows stand in a table."""

OVERVIEW: Final = {"en": "Overview", "ko": "개요", "zh": "概览", "ja": "概要"}
"""What a README's row is called, by language."""

SAMPLES: Final = {"en": "Sample", "ko": "샘플", "zh": "示例", "ja": "サンプル"}
"""What the row of a folder with samples is called, by language."""


def names(task: TaskType, forms: Iterable[str]) -> bool:
    """Whether one of some words is a usual word of the task, not only a sign of it."""
    usual = {word.form for listed in task.usual.values() for word in words(listed)}
    return any(form in usual or singular(form) in usual for form in forms)


def label(labels: dict[str, str], language: str) -> str:
    """Return a label in a language, in English where it has none."""
    return labels.get(language) or labels["en"]


# Words that a person asks for it with, while documents of other tasks have them in their title.
_NO_SIGNS: Final = frozenset(("upgrade", "version", "버전", "升级", "版本", "アップグレード"))


@cache
def _by_sign() -> dict[str, str]:
    found: dict[str, str] = {}
    for task in TASK_TYPES:
        for word in words(" ".join([task.signs, *task.usual.values()])):
            if word.form not in _NO_SIGNS:
                found.setdefault(word.form, task.id)
    return found


def told_by(form: str) -> str:
    """Return the id of the task type that a word tells, or ``""``."""
    return _by_sign().get(form) or _by_sign().get(singular(form), "")


@cache
def _usual() -> frozenset[str]:
    listed = (usual for task in TASK_TYPES for usual in task.usual.values())
    return frozenset(word.form for usual in listed for word in words(usual)) - _NO_SIGNS


def asks_for_a_task(form: str) -> bool:
    """Whether people ask with a word for one of the task types."""
    return form in _usual() or singular(form) in _usual()


@cache
def by_id() -> dict[str, TaskType]:
    """Return the task types by their id."""
    return {task.id: task for task in TASK_TYPES}
