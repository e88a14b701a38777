import type { JSX } from 'preact'
import { t } from '../texts/index.ts'

interface Props {
  theirs: string
  yours: string
  onTake: () => void
  onOverwrite: () => void
}

/** Shows both versions where somebody else changed what was being changed. */
export function Conflict({ theirs, yours, onTake, onOverwrite }: Props): JSX.Element {
  return (
    <div class="notice care" role="alert">
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
      <div class="tools">
        <button type="button" onClick={onTake}>
          {t.conflict.take}
        </button>
        <button type="button" onClick={onOverwrite}>
          {t.conflict.overwrite}
        </button>
      </div>
    </div>
  )
}
