import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatMoment, formatNumber } from '../../formats.ts'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'

interface Props {
  hookId: string
  deliveryId: string
  onSent: () => void
}

/** One attempt: what was sent, what the receiver answered, and the button that sends it again. */
export function DeliveryView({ hookId, deliveryId, onSent }: Props): JSX.Element {
  const path = { id: hookId, deliveryId }
  const delivery = useData('GET /webhook-subscriptions/{id}/deliveries/{deliveryId}', { path })
  return (
    <div class="well" role="region" aria-label={t.webhooks.chosen}>
      <WhenLoaded of={delivery} rows={4}>
        {({ data }) => (
          <>
            <div class="title">
              <h2>
                <code>{data.event}</code>
              </h2>
              {data.origin !== 'test' && <SendAgain key={data.id} path={path} onSent={onSent} />}
            </div>
            <p>
              {formatMoment(data.at)}:{' '}
              <span class={data.status === 'delivered' ? 'up' : 'down'}>{data.status}</span>{' '}
              <span class="note">{t.webhooks.ms(formatNumber(data.durationMs))}</span>
            </p>
            {data.error !== null && (
              <p class="note">
                <bdi>{data.error}</bdi>
              </p>
            )}
            <Body title={t.webhooks.answered} text={data.responseBody} />
            <Body title={t.webhooks.sent} text={indented(data.requestBody)} />
          </>
        )}
      </WhenLoaded>
    </div>
  )
}

function SendAgain({
  path,
  onSent,
}: {
  path: { id: string; deliveryId: string }
  onSent: () => void
}): JSX.Element {
  const [isQueued, setQueued] = useState(false)
  const form = useForm([], async () => {
    await call('POST /webhook-subscriptions/{id}/deliveries/{deliveryId}/replay', { path })
    setQueued(true)
    onSent()
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      <button disabled={form.isBusy}>{t.webhooks.again}</button>
      <span class="note" role="status">
        {isQueued && ` ${t.webhooks.queued}`}
      </span>
    </form>
  )
}

function Body({ title, text }: { title: string; text: string | null }): JSX.Element {
  return (
    <details>
      <summary>{title}</summary>
      {text === null || text === '' ? (
        <p class="note">{t.webhooks.gone}</p>
      ) : (
        <pre tabIndex={0} role="region" aria-label={title}>
          <bdi>{text}</bdi>
        </pre>
      )}
    </details>
  )
}

/** Indents JSON, and leaves any other text as it is. */
function indented(text: string | null): string | null {
  if (text === null) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
