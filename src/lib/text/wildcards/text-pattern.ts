import { matchesWildcards, type WildcardPattern } from './match-wildcards.ts'

/** The wildcard that matches any characters or none. */
export const STAR: unique symbol = Symbol('any characters')
/** The wildcard that matches any one character. */
export const ONE: unique symbol = Symbol('one character')

/** One place of a pattern: literal characters, or a wildcard. */
export type TextPlace = string | typeof STAR | typeof ONE

/** A pattern for whole texts, compiled once and matched often; a surrogate pair counts as one character. */
export class TextPattern implements WildcardPattern {
  readonly #places: readonly TextPlace[]
  /**
   * The text that is being matched, kept in a field since a closure for each text would cost more than the comparison.
   */
  #text = ''

  constructor(places: readonly TextPlace[]) {
    this.#places = places.filter((place) => place !== '')
  }

  /** Compiles a pattern whose only wildcard is `*`. */
  static withStars(pattern: string): TextPattern {
    return new TextPattern(placesBetweenStars(pattern.split('*')))
  }

  matches(text: string): boolean {
    this.#text = text
    return matchesWildcards(this, text.length)
  }

  get length(): number {
    return this.#places.length
  }

  isStar(place: number): boolean {
    return this.#places[place] === STAR
  }

  take(place: number, at: number): number {
    const wanted = this.#places[place]
    if (typeof wanted === 'string') {
      return this.#text.startsWith(wanted, at) ? at + wanted.length : -1
    }
    return at + ((this.#text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  }

  seek(place: number, at: number): number {
    const wanted = this.#places[place]
    return typeof wanted === 'string' ? this.#text.indexOf(wanted, at) : at
  }
}

/** Returns the places of a pattern with a star between each two of these literal parts. */
export function placesBetweenStars([first = '', ...rest]: readonly string[]): TextPlace[] {
  const places: TextPlace[] = [first]
  for (const piece of rest) places.push(STAR, piece)
  return places
}
