import type { Span } from './span.ts'

const MAX_URL_CHARS = 2_048
/** Where an address may begin: a scheme, `www.`, `//host`, or a bare host of a common domain with a path. */
const BEGIN =
  /\b(?:(?:https?|hxxps?|ftps?|wss?|file):[\\/]*|(?:javascript|vbscript|data|blob|mailto|tel|sms):(?=\S)|www\.(?=[\p{L}\p{N}]))|(?<![:\w/\\])\/\/(?=[\p{L}\p{N}-]{1,63}\.)|(?<![\w@./:-])(?=[a-z0-9])[a-z0-9.-]{1,80}\.(?:com|net|org|io|co|ai|app|dev|info|biz|xyz|top|site|online|shop|store|link|click|me|ly|gl|ru|cn|de|fr|it|es|pt|br|jp|uk|eu|us|ch|at|nl|pl|in|tk|cc)(?:\.[a-z]{2})?\/(?=[\p{L}\p{N}?#%_~-])/giu
const STOP = /[\s<>"`“”«»「」『』、。，；！？）】》]/u
const TRAILING = /[.,;:!?)\]}'’*_]+$/

/** Every address in a text. */
export function findUrls(text: string): Span[] {
  const found: Span[] = []
  let readUntil = 0
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < readUntil) continue
    const written = text.slice(index, endOfUrl(text, index)).replace(TRAILING, '')
    readUntil = index + written.length
    if (written !== '') found.push({ start: index, end: readUntil })
  }
  return found
}

/** Tells whether an address belongs to the declared sources: hosts, `host:port` or origins. */
export function sourceMatcher(sources: readonly string[]): (url: string) => boolean {
  const origins = new Set<string>()
  const hosts = new Set<string>()
  for (const source of sources) {
    if (source.includes('://')) origins.add(parse(source)?.origin ?? '')
    else hosts.add(parse(`https://${source}`)?.host ?? '')
  }
  return (written) => {
    const url = parseUrl(written)
    if (url === undefined) return false
    return origins.has(url.origin) || hosts.has(url.host)
  }
}

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/** The parts of an address that decide; undefined for what no source can declare. */
function parseUrl(written: string): { origin: string; host: string } | undefined {
  const isAbsolute = /^https?:/i.test(written)
  const whole = isAbsolute ? written : `https://${written.replace(/^\/\//, '')}`
  if (!isAbsolute && /^[a-z]+:/i.test(written)) return undefined
  const url = parse(cutForeignScript(whole))
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  return { origin: url.origin, host: url.host.replace(/\.(?=:|$)/, '') }
}

/** `https://example.com根据…`: without a space, the words behind a host in Latin letters are no part of it. */
function cutForeignScript(url: string): string {
  return url.replace(
    /^(https?:[\\/]*[^\\/?#]*?\.[a-z]{2,24})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^./\\?#@:]*$/iu,
    '$1',
  )
}

function endOfUrl(text: string, start: number): number {
  const longest = Math.min(text.length, start + MAX_URL_CHARS)
  for (let at = start; at < longest; at++) if (STOP.test(text[at] ?? '')) return at
  return longest
}
