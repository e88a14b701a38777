import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { Fault } from './fault.tsx'

interface Props {
  theirs: string
  yours: string
  onTake: () => void
  /** Sends the person's own version, based on the version of the other person. */
  overwrite: () => Promise<unknown>
}

/** Shows both versions of a thing that another person changed while this one was changing it. */
export function Conflict({ theirs, yours, onTake, overwrite }: Props): JSX.Element {
  const form = useForm([], overwrite)
  return (
    <form class="notice care" onSubmit={form.onSubmit}>
      <div role="alert">
        <p>
          <strong>{t.conflict.title}</strong>
        </p>
        <dl>
          <dt class="note">{t.conflict.theirs}</dt>
          <dd>
            <bdi>{theirs}</bdi>
          </dd>
          <dt class="note">{t.conflict.yours}</dt>
          <dd>
            <bdi>{yours}</bdi>
          </dd>
        </dl>
      </div>
      <div class="tools">
        <button type="button" onClick={onTake}>
          {t.conflict.take}
        </button>
        <button disabled={form.isBusy}>{t.conflict.overwrite}</button>
      </div>
      <Fault error={form.error} />
    </form>
  )
}
