import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatMoment, formatNumber } from '../../formats.ts'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { call } from '../../request.ts'
import { changeQuery } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { useOnChange } from '../../use-on-change.ts'
import { useRows } from '../../use-rows.ts'

interface Props {
  hookId: string
  deliveryId: string
  /** The number of times that the lists were read again, so that this view is read again too. */
  turn: number
  onSent: () => void
}

/** Shows one attempt: the request, the receiver's answer, and the button that sends the event again. */
export function DeliveryView({ hookId, deliveryId, turn, onSent }: Props): JSX.Element {
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
            <Attempts hookId={hookId} eventId={data.eventId} chosen={data.id} turn={turn} />
            <Body
              title={t.webhooks.answered}
              text={data.responseBody}
              none={data.responseBody === null ? t.webhooks.noAnswer : t.webhooks.emptyAnswer}
            />
            <Body
              title={t.webhooks.sent}
              text={indented(data.requestBody)}
              none={t.webhooks.gone}
            />
          </>
        )}
      </WhenLoaded>
    </div>
  )
}

/** Shows all attempts to deliver the same event, newest first, each of which can be opened. */
function Attempts({
  hookId,
  eventId,
  chosen,
  turn,
}: {
  hookId: string
  eventId: string
  chosen: string
  turn: number
}): JSX.Element | null {
  const attempts = useRows('GET /webhook-subscriptions/{id}/deliveries', {
    path: { id: hookId },
    query: { eventId, limit: 25 },
  })
  useOnChange(turn, attempts.reload)
  if (attempts.error !== undefined) return <Fault error={attempts.error} retry={attempts.reload} />
  if (attempts.rows.length < 2) return null
  return (
    <>
      <h3>{t.webhooks.tries}</h3>
      <ul class="rows">
        {attempts.rows.map(({ id, at, status, attempt }) => (
          <li key={id} class="line">
            <button
              type="button"
              class="plain"
              aria-pressed={id === chosen}
              onClick={() => changeQuery({ delivery: id })}
            >
              {formatNumber(attempt)}. <span class="note">{formatMoment(at)}</span>
            </button>
            <span class={status === 'delivered' ? 'up' : 'down'}>{status}</span>
          </li>
        ))}
      </ul>
      <MoreRows of={attempts} name={t.webhooks.older} />
    </>
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

interface BodyProps {
  title: string
  text: string | null
  /** The sentence that is shown in place of a text that is absent or empty. */
  none: string
}

function Body({ title, text, none }: BodyProps): JSX.Element {
  return (
    <details>
      <summary>{title}</summary>
      {text === null || text === '' ? (
        <p class="note">{none}</p>
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
