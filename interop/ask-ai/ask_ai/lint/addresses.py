"""Section 8.8: addresses, and whose they are."""

import re

from ..urls import parse_url
from .data import DOMAINS, OPAQUE, SCHEMES

ALNUM = r'[^\W_]'
BEGINNING = re.compile(
    r'(?<![A-Za-z0-9_])(?:'
    + '|'.join(re.escape(scheme) for scheme in SCHEMES)
    + r'|[a-z][a-z0-9+.-]{1,62}://(?=\S)|(?:'
    + '|'.join(re.escape(scheme) for scheme in OPAQUE)
    + rf')(?=\S)|www\.(?={ALNUM}))|(?<![\w:/\\])//(?:{ALNUM}|-){{1,63}}\.'
)
HOST = re.compile(r'(?<![A-Za-z0-9_/:.@-])[a-z0-9][a-z0-9.-]*|(?<=[A-Za-z0-9_]@)[a-z0-9][a-z0-9.-]*|(?<=[^A-Za-z0-9_][.])[a-z0-9][a-z0-9.-]*')
IPV4 = re.compile(r'(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}')
END = re.compile(r'[\s<>"“”`«»「」『』、。]')
TRAILING = ".,;:!?)]}'’*_"
PLACE = re.compile(rf':(?:{ALNUM}|[?#%_~-])')
BEHIND = re.compile(rf'/(?:{ALNUM}|[?#%_~-])|:\d|[?#]{ALNUM}')


def is_host(host: str) -> bool:
    labels = host.split('.')
    if len(labels) < 2 or labels[0] == '' and len(labels) == 2:
        return False
    if labels[-1] in DOMAINS or labels[-1].startswith('xn--') or IPV4.fullmatch(host):
        return True
    return bool(re.fullmatch('[a-z]{2}', labels[-1])) and len(labels) > 2 and labels[-2] in DOMAINS


def host_at(text: str, at: int) -> tuple[int, bool] | None:
    """End of the host that begins here, and whether a program would open it."""
    found = HOST.match(text, at)
    if not found:
        return None
    host = found[0].rstrip('.-')
    end = at + len(host)
    if not is_host(host):
        return None
    is_target = re.search(r'\]\(\s?<?$', text[max(0, at - 4) : at])
    is_place = text[at - 1 : at] == '@' and PLACE.match(text, end)
    return end, end == found.end() and bool(BEHIND.match(text, end) or is_target or is_place)


def find_addresses(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What a program would open, and the hosts that are only mentioned."""
    text = re.sub('(?<=[a-z0-9])。(?=[a-z0-9])', '.', text)
    urls, hosts = [], []
    at = 0
    while at < len(text):
        host = None if BEGINNING.match(text, at) else host_at(text, at)
        if BEGINNING.match(text, at) or (host and host[1]):
            stop = END.search(text, at)
            end = at + len(text[at : stop.start() if stop else len(text)].rstrip(TRAILING))
            if end > at:
                urls.append((at, end))
            at = max(end, at + 1)
        elif host:
            hosts.append((at, host[0]))
            at = host[0]
        else:
            at += 1
    return urls, hosts


class Sources:
    """The declared sources: hosts, hosts with a port, or origins."""

    def __init__(self, sources: list[str]) -> None:
        self.origins: set[str] = set()
        self.hosts: set[str] = set()
        for source in sources:
            url = parse_url(source if '://' in source else f'https://{source}')
            if url and '://' in source:
                self.origins.add(url.origin)
            elif url:
                self.hosts.add(url.host)
        self.names = {re.sub(r':\d+$', '', re.sub('^https?://', '', one)) for one in self.origins | self.hosts}

    def has(self, address: str) -> bool:
        if '\\' in address:
            return False
        is_web = re.match('https?:', address, re.IGNORECASE)
        if not is_web and re.match('[a-z]+:', address, re.IGNORECASE):
            return False
        whole = address if is_web else 'https://' + re.sub('^//', '', address)
        whole = re.sub(r'^(https?:/*[^/?#]*?\.[a-z]{2,24})[\u3040-\u30ff\u3400-\u9fff][^./?#@:]*$', r'\1', whole)
        url = parse_url(whole)
        if url is None or url.user:
            return False
        return url.origin in self.origins or url.host in self.hosts
