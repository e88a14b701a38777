import type { ComponentChildren, JSX } from 'preact'
import { t } from '../texts/index.ts'
import type { Loaded } from '../use-data.ts'
import { Fault } from './fault.tsx'

interface Props<A> {
  of: Loaded<A>
  /** The number of rows that are expected, roughly. */
  rows?: number
  children: (answer: A) => ComponentChildren
}

/**
 * Shows an answer once it was read; until then that it is still to come, or why it could not be read. An older answer
 * stays below the reason.
 */
export function WhenLoaded<A>({ of, rows = 3, children }: Props<A>): JSX.Element {
  const { answer, error, reload } = of
  return (
    <>
      <Fault error={error} retry={reload} />
      {answer === undefined ? error === undefined && <Bones rows={rows} /> : children(answer)}
    </>
  )
}

/** Shows a placeholder for rows that are still to come; the style shows it after 150 ms. */
function Bones({ rows }: { rows: number }): JSX.Element {
  return (
    <div class="bones" aria-busy="true">
      <span class="unseen">{t.loading}</span>
      {Array.from({ length: rows }, (_, i) => (
        <span key={i} class="bone row" />
      ))}
    </div>
  )
}
