import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { Fault } from './fault.tsx'

interface Props {
  of: { more: (() => void) | undefined; moreError: unknown; isReadingMore: boolean }
  label?: string
}

/** The button below a list that has more rows than it shows. */
export function MoreRows({ of, label = t.more }: Props): JSX.Element | null {
  if (!of.more) return null
  return (
    <>
      <Fault error={of.moreError} />
      <button type="button" class="plain more" disabled={of.isReadingMore} onClick={of.more}>
        {label}
      </button>
    </>
  )
}
