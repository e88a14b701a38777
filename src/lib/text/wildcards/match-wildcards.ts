/**
 * A pattern as a sequence of places, some of which are stars; each implementation decides the meaning of the other
 * places.
 */
export interface WildcardPattern {
  readonly length: number
  isStar(place: number): boolean
  /**
   * Returns the position behind the text that a place matches at `at`; -1 when it does not match. Not called for stars.
   */
  take(place: number, at: number): number
  /** Returns the next position from `at` on at which the place could match; -1 where no such position exists. */
  seek?(place: number, at: number): number
}

/**
 * Says whether a pattern matches a whole text; a star matches any number of characters. On a mismatch only the latest
 * star is retried: all that an earlier star could still match, the latest one can match too. So `take` is called at
 * most once for each position and place, and there is no recursion.
 */
export function matchesWildcards(pattern: WildcardPattern, textLength: number): boolean {
  const { length } = pattern
  let place = 0
  let at = 0
  /** The place after the latest star, and the position at which it was tried last. */
  let afterStar = -1
  let tried = 0
  while (at < textLength) {
    if (place < length && pattern.isStar(place)) {
      afterStar = ++place
      if (afterStar === length) return true
      at = tried = seek(pattern, afterStar, at)
    } else {
      const next = place < length ? pattern.take(place, at) : -1
      if (next >= 0) {
        place++
        at = next
      } else {
        if (afterStar < 0) return false
        place = afterStar
        at = tried = seek(pattern, afterStar, tried + 1)
      }
    }
    if (at < 0) return false
  }
  while (place < length && pattern.isStar(place)) place++
  return place === length
}

const seek = (pattern: WildcardPattern, place: number, at: number): number =>
  pattern.seek && !pattern.isStar(place) ? pattern.seek(place, at) : at
