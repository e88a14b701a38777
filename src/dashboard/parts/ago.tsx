import type { JSX } from 'preact'
import { formatAgo, formatMoment } from '../formats.ts'

/** A moment as people say it, with the exact one on hover; nothing where there is none. */
export function Ago({ when }: { when: string | null }): JSX.Element | null {
  if (when === null) return null
  return (
    <time dateTime={when} title={formatMoment(when)}>
      {formatAgo(when)}
    </time>
  )
}
