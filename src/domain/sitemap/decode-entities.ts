const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The references that XML knows without declarations: `&amp;`, `&#38;`, `&#x26;`. */
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi

/**
 * Decodes the five named entities of XML and numeric references, once. Any other name stays as it is, so a document
 * cannot make one entity stand for many.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
