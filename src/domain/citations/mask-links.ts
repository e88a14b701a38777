/** Matches the beginning of an address, or of the target of a Markdown link. */
const BEGINNING = /https?:\/\/|\]\(/gi
/** A character that ends a target, besides the parenthesis that belongs to it. */
const END_OF_TARGET = /[\s<>]/
/**
 * Matches a character that addresses in running text are written with; any other ends the address, since some scripts
 * have no spaces.
 */
const IN_ADDRESS = /[!#-;=?-~]/
/** The most characters of the label of a link that are looked at. */
const MAX_LABEL = 260
const SCHEME = /^(?:https?:\/\/)?(?:www\.)?/i

/**
 * Blanks out the addresses of a text and the targets of its links, so that only its own words are left, each at its
 * place. A label that is the beginning of its own target, as `[example.com](https://example.com/a)`, is an address,
 * too: engines mark citations with it.
 */
export function maskLinks(text: string): string {
  let masked = ''
  let taken = 0
  BEGINNING.lastIndex = 0
  for (let found = BEGINNING.exec(text); found; found = BEGINNING.exec(text)) {
    const isTarget = found[0] === ']('
    const from = isTarget ? found.index + 2 : found.index
    const end = isTarget ? endOfTarget(text, from) : endOfAddress(text, from)
    const start = isTarget ? startOfLabel(text, taken, found.index, text.slice(from, end)) : from
    masked += text.slice(taken, start) + ' '.repeat(end - start)
    taken = end
    BEGINNING.lastIndex = Math.max(end, found.index + 2)
  }
  return taken === 0 ? text : masked + text.slice(taken)
}

function endOfTarget(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth < 0 || END_OF_TARGET.test(char)) return at
  }
  return text.length
}

function endOfAddress(text: string, from: number): number {
  let at = from
  while (at < text.length && IN_ADDRESS.test(text[at] ?? '')) at += 1
  return at
}

/** Returns where the label begins, if it is an address; else where the target begins. */
function startOfLabel(text: string, taken: number, end: number, target: string): number {
  const first = Math.max(taken, end - MAX_LABEL)
  const before = text.slice(first, end)
  const open = before.lastIndexOf('[')
  const label = bare(before.slice(open + 1))
  const isAddress = open >= 0 && label.includes('.') && bare(target).startsWith(label)
  return isAddress ? first + open + 1 : end + 2
}

const bare = (address: string): string => address.trim().replace(SCHEME, '').toLowerCase()
