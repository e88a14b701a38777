import type { JSX } from 'preact'
import { shownSecret } from '../secret.ts'
import { useStore } from '../store.ts'
import { t } from '../texts/index.ts'
import { CopyBox } from './copy-box.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Shows a secret once, over the page that is open. The window closes only when the person confirms that the secret is
 * stored.
 */
export function SecretDialog(): JSX.Element | null {
  const shown = useStore(shownSecret)
  if (!shown) return null
  const { title, secret } = shown
  return (
    <Dialog title={title}>
      <p>{t.developers.secretOnce}</p>
      <CopyBox text={secret} label={title} />
      <button type="button" class="main" onClick={() => shownSecret.set(undefined)}>
        {t.developers.storedIt}
      </button>
    </Dialog>
  )
}
