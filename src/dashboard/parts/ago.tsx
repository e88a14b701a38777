import type { JSX } from 'preact'
import { formatAgo, formatMoment } from '../formats.ts'
import { useZone } from '../zone.tsx'

/** Shows how long ago a moment was, with the exact moment on hover; null where `when` is null. */
export function Ago({ when }: { when: string | null }): JSX.Element | null {
  const zone = useZone()
  if (when === null) return null
  return (
    <time dateTime={when} title={formatMoment(when, zone)}>
      {formatAgo(when)}
    </time>
  )
}
