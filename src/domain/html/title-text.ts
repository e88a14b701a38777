import { cleanLine } from './text.ts'

/** Matches elements that editors put around words of a title, with their contents. */
const MARKED_WORDS =
  /<(b|i|u|em|strong|code|span|small|mark|sub|sup|font|q|cite)(?: [^<>]{0,200})?>([^<>]*)<\/\1>/gi
const BREAK = /<(?:br|wbr)\s*\/?>/gi
const MAY_HOLD_MARKUP = /<\/?[a-z]|&(?:[a-z]{3,6}|#x?[\da-f]{2,6});/i
/** The most levels of such elements in one another that are removed. */
const MAX_PASSES = 3
const ENTITY = /&(?:(amp|quot|apos|ndash|mdash|hellip|[lr]squo|[lr]dquo)|#(\d{2,6}));/g
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/**
 * Returns a title as readers should see it, without an editor's markup and with signs that were escaped twice: a title
 * holds text alone, so `Use <code>git</code> &amp;amp; co` would show them. Markup that a title may be about stays:
 * `The <b> element`. Null without words.
 */
export function titleText(text: string | undefined, max: number): string | null {
  let plain = cleanLine(text ?? '', max)
  if (MAY_HOLD_MARKUP.test(plain)) {
    plain = plain.replaceAll(BREAK, ' ').replaceAll(ENTITY, characterOf)
    for (let pass = 0; pass < MAX_PASSES; pass += 1) plain = plain.replaceAll(MARKED_WORDS, '$2')
    plain = cleanLine(plain, max)
  }
  return plain === '' ? null : plain
}

function characterOf(entity: string, name?: string, code?: string): string {
  if (name !== undefined) return CHARACTERS[name] ?? entity
  const point = Number(code)
  return point <= 0x10ffff ? String.fromCodePoint(point) : entity
}
