/** A part of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}
