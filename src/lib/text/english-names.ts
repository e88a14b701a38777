/**
 * Finds the two-letter codes of countries or languages by their English names, as Unicode's data has them. The data is
 * read on the first call, since that takes some milliseconds.
 */
export class EnglishNames {
  readonly #type: 'region' | 'language'
  readonly #others: Readonly<Record<string, string>>
  #codes: ReadonlyMap<string, string> | undefined

  /**
   * Makes a finder for countries (`region`) or languages; `others` has the codes of further names that people use, in
   * the form of `foldWords`.
   */
  constructor(type: 'region' | 'language', others: Readonly<Record<string, string>> = {}) {
    this.#type = type
    this.#others = others
  }

  /**
   * Returns the two-letter code of a name, in capitals for a country (`DE`) and in small letters for a language (`de`);
   * undefined for a text that is not a name.
   */
  codeOf(name: string): string | undefined {
    this.#codes ??= this.#read()
    return this.#codes.get(foldWords(name))
  }

  #read(): ReadonlyMap<string, string> {
    const names = new Intl.DisplayNames(['en'], { type: this.#type, fallback: 'none' })
    const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).map((code) =>
      this.#type === 'region' ? code.toUpperCase() : code,
    )
    const named = codes.flatMap((code): [string, string][] => {
      const name = this.#isCurrent(code) ? names.of(code) : undefined
      return name === undefined ? [] : [[foldWords(name), code]]
    })
    return new Map([...named, ...Object.entries(this.#others)])
  }

  /**
   * Returns false for a code that was given up, such as East Germany's, which has the English name of its successor.
   */
  #isCurrent(code: string): boolean {
    const tag = this.#type === 'region' ? `und-${code}` : code
    return Intl.getCanonicalLocales(tag)[0] === tag
  }
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Folds case, accents and punctuation: `Türkiye` is `turkiye`, `Côte d’Ivoire` is `cote d ivoire`. */
const foldWords = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
