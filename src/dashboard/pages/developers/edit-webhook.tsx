import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CitableError } from '../../../../examples/client/citable.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import type { Hook } from './hook.ts'
import { sitesWords } from './rights-words.tsx'
import { WebhookForm, type WebhookBody } from './webhook-form.tsx'

interface Props {
  hook: Hook
  onClose: () => void
  onDone: () => void
}

/** Shows the form that changes a webhook; where another person changed it meanwhile, it shows both versions. */
export function EditWebhook({ hook, onClose, onDone }: Props): JSX.Element {
  const path = { id: hook.id }
  const [seen, setSeen] = useState(hook)
  const [both, setBoth] = useState<{ theirs: Hook; mine: WebhookBody } | undefined>()
  const send = async (body: WebhookBody, version: number): Promise<void> => {
    try {
      const headers = { 'If-Match': String(version) }
      await call('PUT /webhook-subscriptions/{id}', { path, headers, body })
      onDone()
      onClose()
    } catch (error) {
      if (!(error instanceof CitableError) || error.status !== 412) throw error
      const { data: theirs } = await call('GET /webhook-subscriptions/{id}', { path })
      setBoth({ theirs, mine: body })
    }
  }
  return (
    <WebhookForm
      // A new version makes a new form, so that its fields hold what the person takes over.
      key={seen.version}
      title={t.webhooks.edit}
      button={t.webhooks.save}
      before={seen}
      send={(body) => send(body, seen.version)}
      onClose={onClose}
      conflict={
        both && (
          <Conflict
            theirs={wordsOf(both.theirs)}
            yours={wordsOf({ siteIds: both.theirs.siteIds, ...both.mine })}
            onTake={() => {
              setSeen(both.theirs)
              setBoth(undefined)
            }}
            overwrite={() => send(both.mine, both.theirs.version)}
          />
        )
      }
    />
  )
}

const wordsOf = ({ url, description, events, siteIds = null }: WebhookBody): string =>
  [description, url, events.join(', '), sitesWords(siteIds)].filter(Boolean).join('; ')
