import { makeElement, type Leaf } from './branch.ts'
import type { Grid } from './answer.ts'

/** Notes that stand open; the others are one click away. */
const MAX_OPEN = 2

/** What a metric means, which its name says well enough to most. Any other note is about this answer. */
const DEFINITION =
  /^(?:visitors|a reader|a session|return_rate|most assistants|askers are|_low and _high)\b/

/** Told by the drawing itself, where there is one. */
const DRAWN = /^not whole \w+: /

/** Says what the numbers are not: first what is so of this answer alone, then what the metrics mean. */
export function drawNotes({ notes, rows, hasMore }: Grid, isEmpty: boolean): Leaf[] {
  const told = notes.filter((note) => isEmpty || !DRAWN.test(note))
  const special = told.filter((note) => !DEFINITION.test(note))
  const open = [
    ...(hasMore
      ? [`There are more than these ${rows.length}; the assistant can ask for the next.`]
      : []),
    ...special,
  ].slice(0, hasMore ? MAX_OPEN + 1 : MAX_OPEN)
  const rest = told.filter((note) => !open.includes(note))
  if (rest.length === 0) return lines(open)
  return [
    ...lines(open),
    makeElement(
      'details',
      {},
      makeElement('summary', { class: 'note' }, `About these numbers (${rest.length})`),
      ...lines(rest),
    ),
  ]
}

const lines = (texts: readonly string[]): Leaf[] =>
  texts.map((text) => makeElement('p', { class: 'note', dir: 'auto' }, text))
