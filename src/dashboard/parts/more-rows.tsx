import type { JSX } from 'preact'
import { Fault } from './fault.tsx'

interface Props {
  of: { more: (() => void) | undefined; moreError: unknown; isReadingMore: boolean }
  name: string
}

/** Shows the button below a list that reads the next rows; null where the list has no more rows. */
export function MoreRows({ of, name }: Props): JSX.Element | null {
  if (of.more === undefined)
    return of.moreError === undefined ? null : <Fault error={of.moreError} />
  return (
    <div class="foot">
      <Fault error={of.moreError} />
      <button type="button" aria-disabled={of.isReadingMore} onClick={of.more}>
        {name}
      </button>
    </div>
  )
}
