"""Section 1: classes of characters."""

import unicodedata

WHITE_SPACE = frozenset(
    [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
)

DEFAULT_IGNORABLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def is_space(char: str) -> bool:
    return ord(char) in WHITE_SPACE


def is_default_ignorable(char: str) -> bool:
    code = ord(char)
    return any(first <= code <= last for first, last in DEFAULT_IGNORABLE)


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


def category(char: str) -> str:
    return unicodedata.category(char)


def script_of(char: str) -> str:
    """The first word of the name, which is the script for the characters that this protocol asks about."""
    return unicodedata.name(char, '').split(' ')[0]
