import type { JSX } from 'preact'
import { formatDay } from '../../formats.ts'

/** An event on a day of a site, described in words. */
export interface ChartMark {
  day: string
  text: string
  times?: number
  /** The addresses of the people who caused the event. */
  people?: readonly string[] | null
}

interface Numbered {
  number: number
  marks: readonly ChartMark[]
}

/** Lists the numbered marks of a chart, with what each of them is. */
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
