import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { dayHere } from '../../formats.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { call } from '../../request.ts'
import { navigate } from '../../router.ts'
import { showSecret } from '../../secret.ts'
import { t } from '../../texts/index.ts'
import { EditWebhook } from './edit-webhook.tsx'
import type { Hook } from './hook.ts'

export type WebhookDeed = 'recover' | 'edit' | 'rotate' | 'promote' | 'remove'

interface Props {
  hook: Hook
  deed: WebhookDeed
  onClose: () => void
  onDone: () => void
}

/** Shows the window of the action that the person chose for a webhook. */
export function WebhookWindows({ hook, deed, onClose, onDone }: Props): JSX.Element {
  const path = { id: hook.id }
  switch (deed) {
    case 'recover':
      return <Recover hook={hook} onClose={onClose} onDone={onDone} />
    case 'rotate':
      return <Rotate hook={hook} onClose={onClose} onDone={onDone} />
    case 'edit':
      return <EditWebhook hook={hook} onClose={onClose} onDone={onDone} />
    case 'promote':
      return (
        <Confirm
          title={t.webhooks.promote}
          text={t.webhooks.promoteText}
          button={t.webhooks.promote}
          run={async () => {
            await call('POST /webhook-subscriptions/{id}/promote-secret', { path })
            onDone()
          }}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <Confirm
          title={t.webhooks.remove}
          text={t.webhooks.removeText}
          button={t.webhooks.remove}
          isGrave
          run={async () => {
            await call('DELETE /webhook-subscriptions/{id}', { path })
            navigate('developers/webhooks')
          }}
          onClose={onClose}
        />
      )
  }
}

type WindowProps = Omit<Props, 'deed'>

/**
 * Shows the form that sends the deliveries again that failed since a chosen day, by default the day on which the
 * webhook was made.
 */
function Recover({ hook, onClose, onDone }: WindowProps): JSX.Element {
  const made = dayHere(hook.createdAt)
  const [since, setSince] = useState(made)
  const instant = (): string => {
    const begin = new Date(`${since}T00:00:00`).toISOString()
    return begin < hook.createdAt ? hook.createdAt : begin
  }
  return (
    <Confirm
      title={t.webhooks.recover}
      text={
        <>
          {t.webhooks.recoverText}
          <Field label={t.webhooks.recoverSince} type="date" value={since} onValue={setSince} />
        </>
      }
      button={t.webhooks.recover}
      run={async () => {
        await call('POST /webhook-subscriptions/{id}/recover', {
          path: { id: hook.id },
          body: { since: instant() },
        })
        onDone()
      }}
      onClose={onClose}
    />
  )
}

function Rotate({ hook, onClose, onDone }: WindowProps): JSX.Element {
  return (
    <Confirm
      title={t.webhooks.rotate}
      text={t.webhooks.rotateText}
      button={t.webhooks.rotate}
      run={async () => {
        const path = { id: hook.id }
        const { data } = await call('POST /webhook-subscriptions/{id}/rotate-secret', {
          path,
          body: {},
        })
        showSecret(t.webhooks.secret, data.secret ?? '')
        onDone()
      }}
      onClose={onClose}
    />
  )
}
