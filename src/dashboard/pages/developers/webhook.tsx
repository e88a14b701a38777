import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import type { PageProps } from '../page-entry.ts'
import { Deliveries } from './deliveries.tsx'
import type { Hook } from './hook.ts'
import { DeveloperTabs } from './developer-tabs.tsx'
import { WebhookWindows, type WebhookDeed } from './webhook-windows.tsx'

/** Shows one webhook: its state, its deliveries, and the actions on it. */
export function WebhookPage({ params }: PageProps): JSX.Element {
  const id = params['id'] ?? ''
  const hook = useData('GET /webhook-subscriptions/{id}', { path: { id } })
  // After a deed the deliveries are read again.
  const [turn, setTurn] = useState(0)
  const reload = (): void => {
    hook.reload()
    setTurn(turn + 1)
  }
  return (
    <>
      <PageHead title={t.developers.title} />
      <DeveloperTabs />
      <WhenLoaded of={hook}>
        {({ data }) => (
          <>
            <p class="lead">
              <bdi>{leadOf(data)}</bdi>
            </p>
            <p class="note">
              <bdi>{data.url}</bdi>: {data.events.join(', ')}. {t.webhooks.note}
            </p>
            <Deeds hook={data} onDone={reload} />
            <Deliveries key={turn} hookId={id} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function leadOf({ url, status, consecutiveFailures }: Hook): string {
  const host = URL.parse(url)?.host ?? url
  if (status === 'paused') return t.webhooks.paused(host)
  if (status === 'disabled_by_failures') return t.webhooks.off(host)
  return t.webhooks.fares(host, consecutiveFailures)
}

function Deeds({ hook, onDone }: { hook: Hook; onDone: () => void }): JSX.Element {
  const [deed, setDeed] = useState<WebhookDeed | undefined>()
  const path = { id: hook.id }
  const pausing = useForm([], async () => {
    // The request names the state that is wanted, so it is right even if something else was changed meanwhile.
    await call('PUT /webhook-subscriptions/{id}', {
      path,
      body: { paused: hook.status === 'active' },
    })
    onDone()
  })
  const open = (wanted: WebhookDeed, name: string): JSX.Element => (
    <button type="button" onClick={() => setDeed(wanted)}>
      {name}
    </button>
  )
  return (
    <>
      <Fault error={pausing.error} />
      <div class="tools gap">
        {open('recover', t.webhooks.recover)}
        <SendTest hook={hook} onDone={onDone} />
        <form onSubmit={pausing.onSubmit}>
          <button disabled={pausing.isBusy}>
            {hook.status === 'active' ? t.webhooks.pause : t.webhooks.resume}
          </button>
        </form>
        {open('edit', t.webhooks.edit)}
        {open('rotate', t.webhooks.rotate)}
        {hook.overlapEndsAt !== null && open('promote', t.webhooks.promote)}
        {open('remove', t.webhooks.remove)}
      </div>
      {deed && (
        <WebhookWindows
          hook={hook}
          deed={deed}
          onClose={() => setDeed(undefined)}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** Shows the button that sends a sample to the receiver, and then how that delivery ended. */
function SendTest({ hook, onDone }: { hook: Hook; onDone: () => void }): JSX.Element {
  const [result, setResult] = useState<Answer<'POST /webhook-subscriptions/{id}/test'>['data']>()
  const form = useForm([], async () => {
    const { data } = await call('POST /webhook-subscriptions/{id}/test', { path: { id: hook.id } })
    setResult(data)
    onDone()
  })
  return (
    <form onSubmit={form.onSubmit}>
      <button disabled={form.isBusy}>{t.webhooks.test}</button>
      <Fault error={form.error} />
      <p class="note" role="status">
        {result &&
          (result.delivered ? (
            t.webhooks.delivered(formatNumber(result.durationMs))
          ) : (
            <>
              {t.webhooks.notDelivered} <bdi>{result.error ?? result.status}</bdi>
            </>
          ))}
      </p>
    </form>
  )
}
