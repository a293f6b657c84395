"""Words that say nothing about a document: they would fire on everyday prompts.

Each language's function words also tell in which language a text is written.
"""

from typing import Final

_EN: Final = """
a about above after again against all also although am an and another any anyone are around as at
be because been before being below between both but by can cannot could did do does doing down
during each either else enough even ever every everything few for from further had has have having
he hence her here hers him his how however i if in instead into is it its itself just least less
like many may maybe me might more most much must my need neither never no none nor not nothing now
of off often on once one only onto or other others otherwise our ours out over own per quite
rather really same several shall she should since so some something sometimes soon still such than
that the their theirs them then there therefore these they this those though through thus till to
together too toward towards twice two under unless until up upon us very via was way we well were
what whatever when whenever where whereas whether which while who whole whom whose why will with
within without would yes yet you your yours yourself themselves myself
"""

_DE: Final = """
aber alle allem allen aller alles als also auch auf aus bei beim bin bis bist da dabei damit dann
das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch
dort du durch ein eine einem einen einer eines einfach er erst es etwas euch euer falls für gegen
hat hatte hier hinter ich ihm ihn ihr ihre im immer in ist ja jede jeder jedes jetzt kann kein
keine können man mehr mein meine mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr
sein seine sich sie sind so soll sollte sondern sowie und uns unser unter über um vom von vor war
warum was weil welche wenn wer werden wie wieder wird wir wo wurde zu zum zur zwischen
"""

_FR: Final = """
ainsi alors au aucun aucune aussi autre autres aux avant avec avoir c ce ceci cela celle celui ces
cet cette ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore
entre est et eux être fait faire il ils j je l la le les leur leurs lors lorsque lui là ma mais
mes moi moins mon même n ne ni nos notre nous on ou où par parce pas pendant peut plus pour
pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se selon ses si son sont sous
soit sur ta te tes toi ton tous tout toute toutes tu très un une vers voici vos votre vous à été
"""

_ES: Final = """
a al algo algunas algunos ante antes aquí así aunque cada casi como con contra cual cuando cómo de
del desde donde dos dónde durante e el ella ellas ellos en entre era es esa ese eso esta este esto
estos está están fue ha hacer hacia hasta hay la las le les lo los luego mi mis muy más nada ni no
nos nosotros nuestra nuestro o otra otras otro otros para pero poco por porque puede que qué quien
quién se según ser si sin sino sobre solo son su sus sólo también tanto te tiene toda todas todo
todos tu tus un una unas uno unos usted y ya yo él
"""

_PT: Final = """
a ao aos apenas aqui as assim até cada com como da das de dela dele depois do dos e ela elas ele
eles em entre era essa esse esta este eu foi isso isto já mais mas me mesmo meu minha muito na nas
nem no nos nossa nosso não o onde os ou para pela pelas pelo pelos por porque quais qual quando
que quem se sem ser seu seus sobre sua suas são também tem um uma umas uns você vocês à às é
"""

_RU: Final = """
а без более бы был была были было быть в вам вас весь во вот все всех всё вы где да для до его ее
если есть еще ещё её же за и из или им их к как какой когда кто ли либо между меня мне может можно
мы на над надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под после
при про с сам свой себя со так также там то того тоже той только том ты у уже чего чем что чтобы
эта эти это этого этой этот я
"""

FUNCTION_WORDS: Final = {
    "en": frozenset(_EN.split()),
    "de": frozenset(_DE.split()),
    "fr": frozenset(_FR.split()),
    "es": frozenset(_ES.split()),
    "pt": frozenset(_PT.split()),
    "ru": frozenset(_RU.split()),
}
"""Function words by language, in lower case; Chinese, Japanese and Korean are told by script."""

_GENERAL: Final = """
always among anything approach away back based become becomes behind better break breaks case cases
change changes come current currently different directly doesn don done existing explicit
explicitly extra first following found full gets give given gives goes good hard improves isn keep
keeps kept know last later leaves let likely little long longer made makes making matter mean means
multiple near necessary needed needs new next non old part passed place possible prevent prevents
provides put real require required requires result right see seem separate set show shows simple
simpler single someone specific take takes thing things three use useful user uses using want won
work working
"""

GENERAL: Final = FUNCTION_WORDS["en"].union(_GENERAL.split())
"""English words that say nothing in any text."""

_EVERYDAY: Final = """
able abschnitt accept accepts act action actions actual actually add added adding additional
additions adds adicionar adjust agregar ajouter allgemein allow allowed allows already alt alterar
amount anleitung answer answers aperçu appear appears applied applies apply archivo archivos arg
args arquivo arquivos ask asked asks aufgabe auto available avoid bad base basic basics begin
begins behave beispiel beispiele best big bit body bottom bring built call called calling calls
cambiar cambio cause certain changed changer changing check checked checks choice choose chosen
clean clear close code comes common complete completely consider consists contain contains content
contents continue correct count course crear create created creates creating criar custom datei
dateien day days deal default defaults define defined defines definition delete deleted describe
described describes descripción description detail details determine difference directory do doc
docs document documents dont edit editing einführung einleitung ejemplo ejemplos enable enabled
enables enabling end ends ensemble ensure enter entry erstellen etc example examples exemple
exemples exemplo exemplos exist exists expect expected explain explained fact faq faqs far fast
feel fichier fichiers file files fill final finally find finds fix fixed fixes follow follows foo
four free fully function functions general generally geral get getting giving go goal goals going
great guide guides guía général généralités hacer half hand handle handled handles handling happen
happens have hello help helpful helps hi high hint hints hinweis hinweise hold holds home href idea
ideas img implement implementation implemented important improve include included includes
including index info information inhalt inside intended internal introducción introduction
introdução issue issues kind kinds known knows large latest lead learn leave left length lets lie
lies life line lines list lista liste listed lists live look looking looks lot low machen main
mainly make manage manual mark marks matters maximum md meant meta mind minimum miscellaneous
missing modifier modify month move moved moves mudar multi name named names neu neue newest nice
normal nouveau nouvelle nova novo nueva nuevo number numbers nutzen objectif objetivo offer offers
ok okay older open opens optional order ordner original outside overview particular parts paso
pasos pass passo passos past people person piece places plain please point points practice prepare
present press previous problem problems proceed proper properly provide provided présentation
purpose puts página question questions quick quickly quickstart quite raise raised raises raising
rare read reader reading readme reads ready reason reasons recent refer reference references
reformat related relevant remain remains remember remove removed removes rename replace rest
results resumen resumo return returned returns root run running runs safe said save say says
schritt schritte second seen seite seiten select send sense sets shape short shown side sign
similar simply size small solution sort source special specify src stand standard stands start
started starting starts stay stays step steps stop stops stuff sub subject suggest summary support
supported supports sure switch sys taken taking talk tarea tarefa tell tells term terms text thank
thanks think third thought time times tip tips toc today todo top total touch treat true try trying
turn tutorial txt typical typically typo typos understand update updated updates updating usage
usar used uso usual usually utilisation utiliser value values various verwenden verwendung vista
visão vue wanted wants week well wish word words works world worth write writes writing written
wrong year ziel ändern étape étapes übersicht введение добавить изменить использование новый обзор
общие описание пример примеры работа руководство сделать создание создать список файл файлы шаг
шаги
"""

EVERYDAY: Final = frozenset(f"{_GENERAL} {_EVERYDAY}".split())
"""Everyday words, which no row is proposed for: a person asks for anything with them."""

_NAMED: Final = """
feature features field fields folder item items job jobs level levels link links mode modes note
notes object objects operation operations page pages plan plans process processes program programs
project projects row rows rule rules section sections state states task tasks title titles tool
tools topic topics unit units user users version versions view views
"""

NAMED: Final = frozenset(_NAMED.split())
"""Everyday words that a document may be named after: ``docs/users.md`` is about users."""

_CODE: Final = """
argument arguments array arrays async await boolean booleans caller callers code const constant
constants data default defaults enum enums false float function functions getter getters helper
helpers inline int integer integers interface interfaces json local logic loop loops method methods
null nullable object objects optional param parameter parameters params prop props regex return
returns setter setters static string strings struct structure structures true type typed types
undefined value values variable variables void
"""

CODE: Final = frozenset(_CODE.split())
"""Parts that every program has, so that they tell none of its tasks apart."""

_ANY_TASK: Final = """
app application applications build builder building builds class classes commit copy debug dev
development download error errors export exports format formats generate import imports input
library load loading log logging logs message messages module modules native option options output
package packages path paths print property python query request requests response responses script
scripts status store system test testing tests url web
"""

ANY_TASK: Final = CODE.union(_ANY_TASK.split())
"""Words that stand in prompts of any kind; only in a title or path do they say what it is about."""

_SUBJECT: Final = """
api branch client command commands component components config configuration configure database
design environment event events extension form forms group groups http image images install
integration interface interfaces key keys language lock management manager model models network
node parameter parameters pattern patterns platform plugin production release report reports
resource review route search security server service services setup shell structure style styles
table tables template templates theme tree upload windows workflow workflows
"""

SUBJECT_ONLY: Final = ANY_TASK.union(_SUBJECT.split())
"""These, and words that say what a document is about in its title, and little in a heading."""

_KOREAN: Final = """
가이드 가지 각각 각종 간단 개요 결과 경우 고려 공통 과정 관련 관리 구성 구현 그것 그리고 기능 기본
기존 기준 기타 나중 내용 다른 다음 다양 단계 대상 대한 대해 대하여 더보기 등등 또는 레퍼런스 만들
만들기 명령 모든 목록 목적 목차 문서 문제 방법 방식 배경 변경 보기 부분 빠른 사용 사항 살펴 새로운
생성 설명 소개 수정 순서 시작 시작하기 실행 안내 어떤 어떻게 업데이트 여기 여러 예시 예제 요약
용도 우리 위한 위해 유의 의한 이것 이런 이름 이번 이전 이하 이후 있는 없는 자세 작성 작업 전체
절차 정리 정보 제공 조건 종류 주의 준비 중요 진행 차이 참고 처리 추가 코드 통한 통해 튜토리얼 특징
파일 포함 폴더 프로젝트 필요 하기 하는 하는법 하위 한다 합니다 항목 해당 핵심 현재 확인
"""

KOREAN: Final = frozenset(_KOREAN.split())
"""Stems that say nothing, in Korean."""

_CHINESE: Final = """
一些 一个 一般 不同 主要 事项 介绍 代码 任务 使用 例子 信息 修改 其他 内容 准备 列表 创建 删除
功能 参考 可以 名称 以及 问题 命令 基本 基础 如何 如果 字段 安排 实现 对于 工作 常见 建议 开始
怎么 总结 所有 手册 指南 描述 操作 教程 整体 文件 文档 新增 方案 方法 方式 是否 更新 更多 最新
有关 查看 检查 概述 概要 概览 步骤 注意 流程 添加 用法 用户 目录 目标 目的 相关 示例 简介 管理
类型 细节 背景 自己 要求 规则 规范 设计 详细 说明 说明书 运行 进行 这个 通过 部分 重要 关于 项目
需要 快速 入门 什么 处理
"""

CHINESE: Final = frozenset(_CHINESE.split())
"""Words that say nothing, in Chinese (and the same signs in Japanese)."""

_JAPANESE: Final = """
ガイド コード サンプル タスク ドキュメント ファイル フォルダ フォルダー プロジェクト ページ リスト
チュートリアル はじめに 一覧 今回 使用 例 例外的 全体 内容 処理 利用 前提 名前 場合 変更 実行 実装
手順 方法 方針 最初 次 注意 流れ 準備 環境 用語 目次 目的 確認 種類 簡単 紹介 編集 背景 補足 要約
解説 詳細 説明 設定方法 追加 追記 開始 関連 項目 概要 参照 参考 書き方 使い方 作り方 基本 必要
新規 更新 削除 作成 作業 対応 対象
"""

JAPANESE: Final = frozenset(_JAPANESE.split())
"""Words that say nothing, in Japanese."""

_DATES: Final = """
monday tuesday wednesday thursday friday saturday sunday january february march april june july
august september october november december montag dienstag mittwoch donnerstag freitag samstag
sonntag januar februar märz mai juni juli oktober dezember lundi mardi mercredi jeudi vendredi
samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre
lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio
agosto septiembre octubre noviembre diciembre
"""
"""Names that say when something is, not what a document is about."""

STOP_WORDS: Final = EVERYDAY.union(
    NAMED, _DATES.split(), *FUNCTION_WORDS.values(), KOREAN, CHINESE, JAPANESE
)
"""All of them, whatever the language."""
