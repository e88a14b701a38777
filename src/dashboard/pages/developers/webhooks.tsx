import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { call } from '../../request.ts'
import { useMay } from '../../rights.ts'
import { appHref } from '../../router.ts'
import { showSecret } from '../../secret.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import { DeveloperTabs } from './developer-tabs.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Lists the webhooks of an organization, each with its state. */
export function WebhooksPage(): JSX.Element {
  const hooks = useRows('GET /webhook-subscriptions', { query: { limit: 100 } })
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHead title={t.developers.title}>
        {may('POST /webhook-subscriptions') && (
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {t.webhooks.add}
          </button>
        )}
      </PageHead>
      <DeveloperTabs />
      <section aria-label={t.developers.webhooks}>
        <WhenLoaded of={hooks}>
          {() =>
            hooks.rows.length === 0 ? <p>{t.webhooks.none}</p> : <HookTable hooks={hooks.rows} />
          }
        </WhenLoaded>
        <MoreRows of={hooks} name={t.webhooks.more} />
      </section>
      {isAdding && (
        <WebhookForm
          title={t.webhooks.add}
          button={t.webhooks.add}
          onClose={() => setAdding(false)}
          send={async (body) => {
            const { data } = await call('POST /webhook-subscriptions', { body })
            setAdding(false)
            showSecret(t.webhooks.secret, data.secret ?? '')
            hooks.reload()
          }}
        />
      )}
    </>
  )
}

type Hook = ReturnType<typeof useRows<'GET /webhook-subscriptions'>>['rows'][number]

function HookTable({ hooks }: { hooks: readonly Hook[] }): JSX.Element {
  return (
    <table class="fold">
      <thead>
        <tr>
          <th scope="col">{t.webhooks.address}</th>
          <th scope="col">{t.webhooks.events}</th>
          <th scope="col">{t.webhooks.last}</th>
          <th scope="col">{t.webhooks.state}</th>
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <tr key={hook.id}>
            <th scope="row" class="full">
              <a href={appHref(`developers/webhooks/${hook.id}`)}>
                <bdi>{hook.description || hook.url}</bdi>
              </a>
              {hook.description && (
                <span class="note">
                  {' '}
                  <bdi>{hook.url}</bdi>
                </span>
              )}
            </th>
            <td class="quiet full">{hook.events.join(', ')}</td>
            <td class="tight">
              {hook.lastDeliveryAt === null ? t.webhooks.never : <Ago when={hook.lastDeliveryAt} />}
            </td>
            <td
              class={hook.status === 'active' && hook.consecutiveFailures === 0 ? 'quiet' : 'warn'}
            >
              {t.webhooks.states[hook.status]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
