"""Section 8.1: characters that nobody sees."""

from ..characters import category, is_default_ignorable, script_of

NUMBER_SIGNS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
JOINING = {
    'ARABIC', 'SYRIAC', 'MONGOLIAN', 'DEVANAGARI', 'BENGALI', 'GURMUKHI', 'GUJARATI', 'ORIYA', 'TAMIL', 'TELUGU',
    'KANNADA', 'MALAYALAM', 'SINHALA', 'KHMER', 'MYANMAR',
}  # fmt: skip
TAG = 0xE0000
FLAGS = tuple('\U0001f3f4' + ''.join(chr(TAG + ord(c)) for c in name) + '\U000e007f' for name in ('gbeng', 'gbsct', 'gbwls'))


def is_hidden(char: str) -> bool:
    kind = category(char)
    if kind == 'Cc':
        return char not in '\t\n\r\x85'
    return kind in ('Cf', 'Co', 'Cs') or is_default_ignorable(char) or char == '\u2800'


def is_han(char: str) -> bool:
    return script_of(char) == 'CJK' and category(char) == 'Lo'


def is_picture(char: str) -> bool:
    return category(char) == 'So' or 0x1F3FB <= ord(char) <= 0x1F3FF or char in '‼⁉〰〽↔♀♂'


def is_needed(before: str, char: str, after: str) -> bool:
    code = ord(char)
    if code in NUMBER_SIGNS:
        return True
    if not before:
        return False
    if char in '\ufe0e\ufe0f':
        return is_picture(before) or before in '#*0123456789'
    if 0xFE00 <= code <= 0xFE02 or 0xE0100 <= code <= 0xE01EF:
        return is_han(before)
    if char == '\u200d' and after and (is_picture(before) or before == '\ufe0f') and is_picture(after):
        return True
    return char in '\u200c\u200d' and (script_of(before) in JOINING or 0x64B <= ord(before) <= 0x65F)


def has_hidden(text: str) -> bool:
    at = 0
    while at < len(text):
        flag = next((flag for flag in FLAGS if text.startswith(flag, at)), None)
        if flag is not None:
            at += len(flag)
            continue
        char = text[at]
        if is_hidden(char) and not is_needed(text[at - 1 : at] if at else '', char, text[at + 1 : at + 2]):
            return True
        at += 1
    return False
