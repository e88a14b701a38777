import type { JSX } from 'preact'
import { formatDay } from '../../formats.ts'

/** An event on a day of the site, in words. */
export interface ChartMark {
  day: string
  text: string
  times?: number
  /** Addresses of the people who did it. */
  people?: readonly string[] | null
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
        together.map(({ day, text, times = 1, people }, i) => (
          <li key={`${number}-${i}`}>
            {i === 0 && <span class="dot">{number}</span>} <span>{formatDay(day)}</span>{' '}
            <bdi lang="en">{text}</bdi>
            {times > 1 && ` × ${times}`}
            {people && people.length > 0 && <bdi>, {people.join(', ')}</bdi>}
          </li>
        )),
      )}
    </ol>
  )
}
