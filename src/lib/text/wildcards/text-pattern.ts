import { matchesWildcards, type WildcardPattern } from './match-wildcards.ts'

/** Any characters, and none as well. */
export const STAR: unique symbol = Symbol('any characters')
/** One character, whatever it is. */
export const ONE: unique symbol = Symbol('one character')

/** What a text has in a row: these characters as they are, or what a wildcard stands for. */
export type TextPlace = string | typeof STAR | typeof ONE

/** A pattern of a whole text, made once and compared often; two halves of a surrogate pair are one character. */
export class TextPattern implements WildcardPattern {
  readonly #places: readonly TextPlace[]
  /** What is compared at the moment: a closure for each text would cost more than the comparison. */
  #text = ''

  constructor(places: readonly TextPlace[]) {
    this.#places = places.filter((place) => place !== '')
  }

  /** One whose only wildcard is `*`. */
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

/** The pieces of a pattern, with a star between each two. */
export function placesBetweenStars([first = '', ...rest]: readonly string[]): TextPlace[] {
  const places: TextPlace[] = [first]
  for (const piece of rest) places.push(STAR, piece)
  return places
}
