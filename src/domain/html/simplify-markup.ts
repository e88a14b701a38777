import { AttributeCounter } from './attribute-counter.ts'

/** The most attributes of an honest tag; the parser compares each attribute with all before it. */
const MAX_ATTRIBUTES = 1_000
/** The characters of a page below which no tag can hold enough attributes to matter. */
const SMALL_PAGE = 16_384

const RAW: ReadonlySet<string> = new Set(
  'script style noscript iframe textarea template'.split(' '),
)
const TAG_NAME = /^<\/?([a-z][a-z\d]{0,15})/i
/** Matches the attributes that are kept: well-formed ones whose values cannot contain markup. */
const KEPT_ATTRIBUTES =
  /\s(?:href|id|name|content|property|rel|lang|type|hreflang|role|class|alt|datetime)\s{0,3}=\s{0,3}(?:"[^"<>]{0,500}"|'[^'<>]{0,500}')/gi
const MAX_TAG = 2_048

/** True when a tag may have enough attributes that parsing takes quadratic time. Linear; may be true by mistake. */
export function hasHugeTag(html: string): boolean {
  if (html.length < SMALL_PAGE) return false
  const counter = new AttributeCounter()
  for (let at = html.indexOf('<'); at !== -1 && at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    counter.read(code)
    if (code === 60 && isLetter(html.charCodeAt(at + 1))) counter.begin()
    else if (counter.isIdle) {
      const next = html.indexOf('<', at + 1)
      if (next === -1) break
      at = next - 1
    }
    if (counter.max > MAX_ATTRIBUTES) return true
  }
  return false
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/**
 * Reduces a page to the tags in `kept` and a few attributes; scripts and comments go, structured data and text stay.
 * The result has no markup but what is written here, so parsing it costs no more than its size.
 */
export function simplifyMarkup(html: string, kept: ReadonlySet<string>): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) break
    parts.push(html.slice(at, open))
    at = readMarkup(html, open, kept, parts)
  }
  parts.push(html.slice(at))
  return parts.join('')
}

/** Reads the markup that begins with `<` at `open`, and returns the offset behind it. */
function readMarkup(
  html: string,
  open: number,
  kept: ReadonlySet<string>,
  parts: string[],
): number {
  if (html.startsWith('<!--', open)) return indexAfter(html, '-->', open + 4)
  const next = html.charAt(open + 1)
  if (next === '!' || next === '?') return indexAfter(html, '>', open)
  const name = TAG_NAME.exec(html.slice(open, open + 18))?.[1]?.toLowerCase()
  if (name === undefined) {
    // Escaped, so that it cannot form a tag with the text behind a removed tag.
    parts.push('&lt;')
    return open + 1
  }
  const end = indexAfter(html, '>', open)
  if (kept.has(name) && name === 'script') return readData(html, open, end, parts)
  const isEnd = next === '/'
  const tag = html.slice(open, Math.min(end, open + MAX_TAG))
  parts.push(kept.has(name) ? rewritten(name, tag, isEnd) : ' ')
  return !isEnd && RAW.has(name) ? endTagIndex(html, name, end) : end
}

/**
 * Reads a script, keeps it only if it is structured data, in which nothing is markup, and returns the offset behind it.
 */
function readData(html: string, open: number, end: number, parts: string[]): number {
  const isData = /ld\+json/i.test(html.slice(open, Math.min(end, open + MAX_TAG)))
  const close = endTagIndex(html, 'script', end)
  if (isData) parts.push('<script type="application/ld+json">', html.slice(end, close), '</script>')
  return close === html.length ? close : indexAfter(html, '>', close)
}

function rewritten(name: string, tag: string, isEnd: boolean): string {
  if (isEnd) return `</${name}>`
  return `<${name}${(tag.match(KEPT_ATTRIBUTES) ?? []).slice(0, 10).join('')}>`
}

function indexAfter(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

/** Returns the offset of the end tag of an element without inner markup. Looks at each `</` once. */
function endTagIndex(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  }
  return html.length
}
