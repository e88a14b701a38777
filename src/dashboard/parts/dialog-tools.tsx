import type { JSX } from 'preact'
import { t } from '../texts/index.ts'

interface Props {
  button: string
  isBusy: boolean
  isGrave?: boolean
  onClose: () => void
}

/** Shows the two buttons of a window with a form: the one that sends the form, and the one that closes the window. */
export function DialogTools({ button, isBusy, isGrave = false, onClose }: Props): JSX.Element {
  return (
    <div class="tools">
      <button class={isGrave ? 'grave' : 'main'} disabled={isBusy}>
        {button}
      </button>
      <button type="button" onClick={onClose}>
        {t.developers.cancel}
      </button>
    </div>
  )
}
