"""Which column of a routing table is which, by the words of its header.

Standard library only, without `typing`: the hook reads a table before each prompt.
"""

from functools import lru_cache

# Words that stand alone, of languages that put blanks between words.
_KEYWORDS = frozenset(
    {
        *("keyword", "keywords", "trigger", "triggers", "tag", "tags"),
        *("etiqueta", "etiquetas", "disparador", "disparadores", "gatilho", "gatilhos"),
        *("étiquette", "étiquettes", "déclencheur", "déclencheurs"),
        *("schlüsselwort", "schlüsselwörter", "stichwort", "stichworte", "stichwörter"),
        *("schlagwort", "schlagworte", "schlagwörter", "auslöser"),
        *("тег", "теги", "триггер", "триггеры", "trefwoord", "trefwoorden", "etichette"),
    }
)
_TASK_TYPES = frozenset(
    {
        *("task", "tasks", "type", "types", "topic", "topics", "when", "subject", "subjects"),
        *("tarea", "tareas", "tipo", "tipos", "tema", "temas", "cuándo", "cuando"),
        *("tarefa", "tarefas", "quando", "tâche", "tâches", "sujet", "sujets", "quand"),
        *("aufgabe", "aufgaben", "typ", "thema", "themen", "wann", "compito", "argomento"),
        *("задача", "задачи", "тип", "тема", "темы", "когда", "taak", "taken", "onderwerp"),
        *("wanneer", "タイプ"),
    }
)
_FILES = frozenset(
    {
        *("file", "files", "filename", "filenames", "filepath", "load", "loads", "read", "reads"),
        *("doc", "docs", "document", "documents", "documentation", "path", "paths"),
        *("archivo", "archivos", "fichero", "ficheros", "documento", "documentos", "ruta"),
        *("rutas", "leer", "cargar", "arquivo", "arquivos", "ficheiro", "ficheiros", "caminho"),
        *("caminhos", "ler", "carregar", "fichier", "fichiers", "chemin", "chemins", "lire"),
        *("charger", "datei", "dateien", "dokument", "dokumente", "pfad", "pfade", "laden"),
        *("lesen", "percorso", "percorsi", "leggere", "файл", "файлы", "документ", "документы"),
        *("путь", "пути", "bestand", "bestanden", "パス"),
    }
)

# Several words, and words of languages that write them together: found anywhere in a header.
_KEYWORD_PARTS = (
    *("key word", "palabra clave", "palabras clave", "palavra chave", "palavras chave"),
    *("mot clé", "mots clés", "parola chiave", "parole chiave", "ключевые слова"),
    *("ключевое слово", "키워드", "트리거", "태그", "핵심어", "关键词", "关键字", "关键詞"),
    *("關鍵詞", "關鍵字", "触发", "觸發", "标签", "標籤", "キーワード", "トリガー", "タグ"),
)
_TASK_TYPE_PARTS = (
    *("작업", "유형", "주제", "언제", "시점", "任务", "任務", "类型", "類型", "主题", "主題"),
    *("何时", "何時", "时机", "時機", "タスク", "作業", "種類", "種別", "トピック", "いつ"),
    *("タイミング",),
)
_FILE_PARTS = (
    *("파일", "로드", "문서", "경로", "읽", "文件", "文档", "文檔", "檔案", "档案", "路径"),
    *("路徑", "加载", "載入", "加載", "读取", "讀取", "ファイル", "文書", "ドキュメント"),
    *("読む", "読み込", "ロード"),
)


# A page may hold many tables of one kind.
@lru_cache(maxsize=64)
def roles(header: "tuple[str, ...]") -> "tuple[int, int, int]":
    """Return the columns of the task type, the keywords and the files; -1 where there is none.

    A header cell has one role, the first that its words fit of keywords, task type and files;
    of two columns with one role the first counts.

    Args:
        header: The cells of the header row.
    """
    columns = {"": -1, "task type": -1, "keywords": -1, "files": -1}
    for column, cell in enumerate(header):
        role = _role(cell)
        if columns[role] < 0:
            columns[role] = column
    return columns["task type"], columns["keywords"], columns["files"]


def _role(cell: str) -> str:
    if not cell.isascii():
        # Imported here, as most headers are ASCII and the hook has a few milliseconds.
        from unicodedata import normalize

        cell = normalize("NFC", cell)
    # `taskType` is two words.
    parted = "".join(
        f" {letter}" if letter.isupper() and before.islower() else letter
        for before, letter in zip(" " + cell, cell, strict=False)
    )
    kept = (letter if letter.isalnum() else " " for letter in parted.casefold())
    words = "".join(kept).split()
    joined = " ".join(words)
    for role, alone, parts in (
        ("keywords", _KEYWORDS, _KEYWORD_PARTS),
        ("task type", _TASK_TYPES, _TASK_TYPE_PARTS),
        ("files", _FILES, _FILE_PARTS),
    ):
        if not alone.isdisjoint(words) or any(part in joined for part in parts):
            return role
    return ""
