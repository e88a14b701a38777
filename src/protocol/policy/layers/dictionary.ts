/** A member of a dictionary of RFC 9651, as far as the headers of the protocol need it. */
export interface DictionaryMember {
  /** The value where it is a token; null for a value of another type. */
  readonly token: string | null
  /** The parameters whose values are whole numbers, by name. */
  readonly numbers: ReadonlyMap<string, number>
}

/** The most characters of a header that are read; a longer header counts as malformed. */
const MAX_HEADER_CHARS = 8_192

const KEY = /[a-z*][a-z0-9_.*-]*/y
const TOKEN = /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y
const NUMBER = /-?\d{1,15}(?![\d.])|-?\d{1,12}\.\d{1,3}(?![\d.])/y
const STRING = /"(?:[ !#-[\]-~]|\\["\\])*"/y
const BYTES = /:[A-Za-z0-9+/=]*:/y
const BOOLEAN = /\?[01]/y
const DATE = /@-?\d{1,15}(?![\d.])/y
const DISPLAY = /%"(?:[ !#$&-~]|%[\da-f]{2})*"/y
const OTHER_ITEMS = [STRING, BYTES, BOOLEAN, DATE, DISPLAY]
const SPACES = /[ \t]*/y
const ONLY_SPACES = / */y

/**
 * Reads a dictionary (RFC 9651 4.2.2). Returns undefined for one that is malformed anywhere, since the RFC wants such a
 * header ignored whole. Of a name that is repeated, the last value counts.
 */
export function readDictionary(text: string): ReadonlyMap<string, DictionaryMember> | undefined {
  if (text.length > MAX_HEADER_CHARS) return undefined
  return new DictionaryReader(withoutSpacesAround(text)).read()
}

/**
 * Returns a text without the spaces at its ends. A pattern would take quadratic time for a long run of spaces in the
 * middle.
 */
function withoutSpacesAround(text: string): string {
  let [start, end] = [0, text.length]
  while (text[end - 1] === ' ') end -= 1
  while (start < end && text[start] === ' ') start += 1
  return text.slice(start, end)
}

class DictionaryReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): ReadonlyMap<string, DictionaryMember> | undefined {
    const members = new Map<string, DictionaryMember>()
    while (this.#at < this.#text.length) {
      const name = this.#take(KEY)
      const member = name === undefined ? undefined : this.#member()
      if (name === undefined || member === undefined) return undefined
      members.set(name, member)
      this.#take(SPACES)
      if (this.#at === this.#text.length) return members
      if (!this.#takeChar(',')) return undefined
      this.#take(SPACES)
      // A comma at the end is malformed.
      if (this.#at === this.#text.length) return undefined
    }
    return members
  }

  #member(): DictionaryMember | undefined {
    let token: string | null = null
    if (this.#takeChar('=')) {
      const value = this.#takeChar('(') ? this.#innerList() : this.#item()
      if (value === undefined) return undefined
      token = value.token
    }
    const numbers = this.#parameters()
    return numbers && { token, numbers }
  }

  #item(): { token: string | null; number?: number } | undefined {
    const token = this.#take(TOKEN)
    if (token !== undefined) return { token }
    const number = this.#take(NUMBER)
    if (number !== undefined) return { token: null, number: Number(number) }
    const isOther = OTHER_ITEMS.some((form) => this.#take(form) !== undefined)
    return isOther ? { token: null } : undefined
  }

  #innerList(): { token: null } | undefined {
    for (;;) {
      this.#take(ONLY_SPACES)
      if (this.#takeChar(')')) return { token: null }
      if (this.#item() === undefined || this.#parameters() === undefined) return undefined
      const next = this.#text.charAt(this.#at)
      if (next !== ' ' && next !== ')') return undefined
    }
  }

  #parameters(): ReadonlyMap<string, number> | undefined {
    const numbers = new Map<string, number>()
    while (this.#takeChar(';')) {
      this.#take(ONLY_SPACES)
      const name = this.#take(KEY)
      if (name === undefined) return undefined
      numbers.delete(name)
      if (!this.#takeChar('=')) continue
      const value = this.#item()
      if (value === undefined) return undefined
      if (Number.isInteger(value.number)) numbers.set(name, value.number ?? 0)
    }
    return numbers
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#text)?.[0]
    if (found !== undefined) this.#at = form.lastIndex
    return found
  }

  #takeChar(char: string): boolean {
    if (this.#text.charAt(this.#at) !== char) return false
    this.#at++
    return true
  }
}
