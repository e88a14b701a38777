/** The UTF-16 units of the piece of text that is segmented at a time: more than all but the longest sentences have. */
const WINDOW = 500

interface Segment {
  readonly segment: string
  readonly index: number
  /** True for a word, false for what stands between words; absent where the segments are not words. */
  readonly isWordLike?: boolean | undefined
}

/**
 * Yields the segments of a text, in its order.
 *
 * @NOTE each step of `Intl.Segmenter` takes time by the length of all its text (V8 13: 13 ms for 8,000 characters, 240
 * ms for 32,000), so it gets a piece at a time. The next piece begins where a segment of this one does: at a sign
 * between words if there is one, since dictionaries look at all of a run without spaces.
 */
export function* segmentsIn(segmenter: Intl.Segmenter, text: string): Generator<Segment> {
  for (let start = 0, size = WINDOW; start < text.length;) {
    const end = wholeSign(text, start + size)
    const isRest = end >= text.length
    const segments = segmenter.segment(text.slice(start, end))
    // In a piece that had to grow, all segments but the first belong to the next piece.
    const found = size > WINDOW ? firstOf(segments, isRest) : Array.from(segments)
    const kept = isRest && size === WINDOW ? found : found.slice(0, lastBorder(found, size))
    for (const { segment, index, isWordLike } of kept) {
      yield { segment, index: start + index, isWordLike }
    }
    const last = kept.at(-1)
    if (last) start += last.index + last.segment.length
    size = last ? WINDOW : size * 2
  }
}

/**
 * Returns a place in a text, moved by one behind a character of two UTF-16 units that it would cut: a half of one would
 * end the segment before it.
 */
function wholeSign(text: string, place: number): number {
  const isHalf = (text.codePointAt(place - 1) ?? 0) > 0xffff
  return isHalf ? place + 1 : place
}

/** Returns the first segment of a piece, if another segment or the end of the text follows it; else no segment. */
function firstOf(segments: Intl.Segments, isRest: boolean): Segment[] {
  const [first, second] = segments
  return first && (second || isRest) ? [first] : []
}

/**
 * Returns the number of segments at the beginning of a piece that more text would not change: those before the last
 * sign between words, or else all except the last.
 */
function lastBorder(found: readonly Segment[], size: number): number {
  if (size > WINDOW) return found.length
  const sign = found.findLastIndex(({ isWordLike }, i) => i > 0 && isWordLike === false)
  return sign > 0 ? sign : found.length - 1
}
