/** A pattern as places in a row, some of which are stars; what the others take is its dialect's own. */
export interface WildcardPattern {
  readonly length: number
  isStar(place: number): boolean
  /** Where the text goes on once a place that is no star took what stands at `at`; -1 where it does not take it. */
  take(place: number, at: number): number
  /** The next position from `at` on at which the place could take something; -1 where there is none. */
  seek?(place: number, at: number): number
}

/**
 * Whether a whole text is as a pattern says, where a star stands for any stretch and for none. It goes back to the latest
 * star alone: what an earlier one could still take, that one can take as well. So it asks `take` at most once for each
 * position and place, whatever the pattern, and has no stack that could grow.
 */
export function matchesWildcards(pattern: WildcardPattern, textLength: number): boolean {
  const { length } = pattern
  let place = 0
  let at = 0
  /** The place after the latest star, and where it was tried last. */
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
