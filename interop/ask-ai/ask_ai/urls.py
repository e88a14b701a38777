"""As much of the WHATWG URL Standard as web addresses need."""

import re
from dataclasses import dataclass
from urllib.parse import quote

DEFAULT_PORTS = {'http': '80', 'https': '443'}
WEB = re.compile(r'(https?):[/\\]*([^/\\?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$', re.IGNORECASE | re.DOTALL)
FORBIDDEN_IN_HOST = re.compile(r'[\x00-\x20#%/:<>?@\[\\\]^|\x7f]')


@dataclass(frozen=True)
class Url:
    scheme: str
    user: str
    name: str
    port: str
    path: str
    query: str | None
    fragment: str | None

    @property
    def host(self) -> str:
        return self.name + (f':{self.port}' if self.port else '')

    @property
    def origin(self) -> str:
        return f'{self.scheme}://{self.host}'

    @property
    def path_and_query(self) -> str:
        return self.path + (f'?{self.query}' if self.query else '')

    @property
    def href(self) -> str:
        user = f'{self.user}@' if self.user else ''
        query = '' if self.query is None else f'?{self.query}'
        fragment = '' if self.fragment is None else f'#{self.fragment}'
        return f'{self.scheme}://{user}{self.host}{self.path}{query}{fragment}'


def parse_url(text: str) -> Url | None:
    text = re.sub(r'[\t\n\r]', '', text.strip(''.join(map(chr, range(0x21)))))
    found = WEB.match(text)
    if not found:
        return None
    scheme, authority, path, query, fragment = found.groups()
    scheme = scheme.lower()
    user, _, rest = authority.rpartition('@')
    name, port = split_port(rest)
    host = host_of(name)
    if host is None or port is None:
        return None
    return Url(
        scheme, user, host, '' if port == DEFAULT_PORTS[scheme] else port,
        normalise_path(path.replace('\\', '/')),
        None if query is None else encode(query, "\"#<>'"),
        None if fragment is None else encode(fragment, '"<>`'),
    )  # fmt: skip


def split_port(rest: str) -> tuple[str, str | None]:
    found = re.fullmatch(r'(\[[^\]]*\]|[^:]*)(?::(\d*))?', rest)
    if not found:
        return rest, None
    port = found[2]
    if not port:
        return found[1], ''
    return found[1], str(int(port)) if int(port) <= 65535 else None


def host_of(name: str) -> str | None:
    if name.startswith('['):
        return name.lower()
    try:
        plain = bytes(quote(name, safe='%').encode()).decode()
        raw = re.sub('%([0-9A-Fa-f]{2})', lambda two: chr(int(two[1], 16)), plain).encode('latin-1').decode('utf8')
        ascii_name = raw.lower() if raw.isascii() else raw.encode('idna').decode().lower()
    except (UnicodeError, ValueError):
        return None
    return None if ascii_name == '' or FORBIDDEN_IN_HOST.search(ascii_name) else ascii_name


def encode(text: str, also: str) -> str:
    """Percent-encodes controls, spaces, what is not ASCII, and the given characters."""
    return ''.join(
        char if '\x20' < char < '\x7f' and char not in also else octets_of(char) for char in text
    )


def octets_of(char: str) -> str:
    octets = '\ufffd'.encode() if 0xD800 <= ord(char) <= 0xDFFF else char.encode()
    return ''.join(f'%{octet:02X}' for octet in octets)


def normalise_path(path: str) -> str:
    segments: list[str] = []
    parts = path.split('/')[1:] if path.startswith('/') else path.split('/')
    for i, part in enumerate(parts):
        plain = re.sub('%2e', '.', part, flags=re.IGNORECASE)
        is_last = i == len(parts) - 1
        if plain == '..':
            if segments:
                segments.pop()
            if is_last:
                segments.append('')
        elif plain == '.':
            if is_last:
                segments.append('')
        else:
            segments.append(encode(part, '"#<>?`{}^'))
    return '/' + '/'.join(segments)
