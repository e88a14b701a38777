import type { JSX } from 'preact'
import { formatAgo, formatMoment } from '../formats.ts'
import { useZone } from '../zone.tsx'

/** Shows a moment as people say it, with the exact one on hover; nothing where `when` is null. */
export function Ago({ when }: { when: string | null }): JSX.Element | null {
  const zone = useZone()
  if (when === null) return null
  return (
    <time dateTime={when} title={formatMoment(when, zone)}>
      {formatAgo(when)}
    </time>
  )
}
