/** The most characters of a URI, and of a value in it; a longer one does not match. */
const MAX_URI_CHARS = 4_096

interface Part {
  name: string
  /** True for `{+name}`, which may hold slashes and is left encoded as it is. */
  isRest: boolean
}

const PART = /\{(\+?)(\w+)\}/g

/** A URI with parts left open (RFC 6570): `{name}` stands for one segment, `{+name}` for the whole rest. */
export class UriTemplate {
  readonly text: string
  readonly #parts: readonly Part[]
  readonly #pattern: RegExp

  constructor(text: string) {
    this.text = text
    this.#parts = [...text.matchAll(PART)].map(([, rest, name = '']) => ({
      name,
      isRest: rest === '+',
    }))
    const pattern = text
      .split(PART)
      // The split gives the mark and the name of each part; the mark becomes the pattern.
      .flatMap((piece, i) => {
        if (i % 3 === 0) return [piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)]
        if (i % 3 === 1) return [piece === '+' ? '(.*)' : '([^/?#]+)']
        return []
      })
    this.#pattern = new RegExp(`^${pattern.join('')}$`, 's')
  }

  get names(): string[] {
    return this.#parts.map(({ name }) => name)
  }

  /** Returns the values of the open parts of a URI; undefined for a URI of another form. */
  match(uri: string): Record<string, string> | undefined {
    const found = uri.length > MAX_URI_CHARS ? null : this.#pattern.exec(uri)
    if (!found) return undefined
    const values = this.#parts.map(({ name, isRest }, i) => {
      const text = found[i + 1] ?? ''
      return [name, isRest ? text : decoded(text)] as const
    })
    if (values.some(([, value]) => value === undefined)) return undefined
    // @NOTE the line above left when a value could not be decoded.
    return Object.fromEntries(values) as Record<string, string>
  }

  /** Writes the URI with the given values in its open parts; parts without a value stay open. */
  expand(values: Readonly<Record<string, string>>): string {
    return this.text.replaceAll(PART, (open, rest: string, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined) return open
      // A value of `{+name}` keeps the parts that are encoded already.
      return rest === '+' ? encodeURI(value).replaceAll('%25', '%') : encodeURIComponent(value)
    })
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
