import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { CopyBox } from './copy-box.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  secret: string
  onStored: () => void
}

/** Shows a secret once. Only the person who says to have stored it closes the window. */
export function SecretDialog({ title, secret, onStored }: Props): JSX.Element {
  return (
    <Dialog title={title}>
      <p>{t.developers.secretOnce}</p>
      <CopyBox text={secret} label={title} />
      <button type="button" class="main" onClick={onStored}>
        {t.developers.storedIt}
      </button>
    </Dialog>
  )
}
