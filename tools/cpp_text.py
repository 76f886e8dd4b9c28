"""Just enough understanding of C++ text for the tidy test: comments, strings, functions."""
import re

_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\\ ]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)


def blanked(text):
    """The text with comments and literals as blanks; lines and columns stay where they are."""
    return _TOKEN.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def is_function_head(head):
    """Does this text, which stands between a statement and a '{', open a function?"""
    if "(" not in head or re.match(r"\s*(namespace|class|struct|enum|union|extern)\b", head):
        return False
    text = head.rstrip()
    if text.endswith("}"):  # the last member of a constructor's list: A(int b) : c_{b} {...}
        return bool(re.search(r"\)\s*(noexcept\s*)?:\s*\w", text))
    return bool(re.search(r"(\)|\b(const|override|final|noexcept|mutable))$|->[^;{}]*$", text))


def is_scope_head(head):
    return bool(re.match(r"\s*(template\s*<.*>\s*)?(inline\s+)?(namespace|class|struct|enum|union"
                         r"|extern)\b", head, re.DOTALL))


def functions(text):
    """(first line, number of lines, head) of each function with a body, lambdas of it included."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)),
                  blanked(text), flags=re.MULTILINE)
    start = 0      # of the text since the last statement of a namespace or class
    depth = None   # of braces inside a function or initialiser; None: outside
    found = []
    for at in (m.start() for m in re.finditer(r"[{};]", code)):
        mark = code[at]
        if depth is not None:
            depth += {"{": 1, "}": -1, ";": 0}[mark]
            if depth == 0:
                depth = None
                if head is not None:
                    first = code.count("\n", 0, head_at) + 1
                    found.append((first, code.count("\n", 0, at) + 2 - first, head))
                    start = at + 1
        elif mark == "{":
            text_before = re.sub(r"^\s*(public|private|protected)\s*:", "", code[start:at])
            if is_scope_head(text_before):
                start = at + 1
                continue
            depth = 1
            head = text_before if is_function_head(text_before) else None
            head_at = start + len(code[start:at]) - len(code[start:at].lstrip())
        else:
            start = at + 1
    return found
