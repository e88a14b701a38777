import type { JSX } from 'preact'
import { formatDay } from '../../formats.ts'

/** What happened on a day of the site, in words. */
export interface ChartMark {
  day: string
  text: string
}

interface Numbered {
  number: number
  marks: readonly ChartMark[]
}

/** Says what the numbered lines of a chart are. */
export function MarkList({ marks }: { marks: readonly Numbered[] }): JSX.Element | null {
  if (marks.length === 0) return null
  return (
    <ol class="marks">
      {marks.flatMap(({ number, marks: together }) =>
        together.map(({ day, text }, i) => (
          <li key={`${number}-${i}`}>
            {i === 0 && <span class="dot">{number}</span>} <span>{formatDay(day)}</span>{' '}
            <bdi>{text}</bdi>
          </li>
        )),
      )}
    </ol>
  )
}
