import type { JSX } from 'preact'
import type { Answer, Given } from '../../../../examples/client/citable.ts'
import { formatMoment, formatNumber, isAhead } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { changeQuery, hrefWith, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import { DeliveryView } from './delivery-view.tsx'

type Delivery = Answer<'GET /webhook-subscriptions/{id}/deliveries'>['data'][number]
type Filter = NonNullable<Given<'GET /webhook-subscriptions/{id}/deliveries'>[0]['query']>

/** What each state asks the server for. */
const STATES = {
  all: {},
  taken: { status: 'delivered' },
  waiting: { final: false },
  givenUp: { final: true },
} as const satisfies Record<string, Filter>
type State = keyof typeof STATES
const STATE_NAMES: readonly State[] = ['all', 'waiting', 'givenUp', 'taken']

/** Attempts to deliver, newest first, with the chosen one beside them. */
export function Deliveries({ hookId }: { hookId: string }): JSX.Element {
  const { path, query } = usePlace()
  const state = STATE_NAMES.find((name) => name === query.get('state')) ?? 'all'
  const chosen = query.get('delivery') ?? undefined
  const deliveries = useRows('GET /webhook-subscriptions/{id}/deliveries', {
    path: { id: hookId },
    query: { ...STATES[state], limit: 50 },
  })
  // What arrived is final as well, and is no failure.
  const shown =
    state === 'givenUp'
      ? deliveries.rows.filter(({ status }) => status !== 'delivered')
      : deliveries.rows
  return (
    <>
      <nav class="views" aria-label={t.webhooks.state}>
        {STATE_NAMES.map((name) => (
          <a
            key={name}
            href={hrefWith(path, query, {
              state: name === 'all' ? undefined : name,
              delivery: undefined,
            })}
            aria-current={name === state ? 'true' : undefined}
          >
            {t.webhooks[name]}
          </a>
        ))}
      </nav>
      <div class="split">
        <div>
          <WhenLoaded of={deliveries} rows={6}>
            {() =>
              shown.length === 0 ? (
                <p class="note">
                  {deliveries.more ? t.webhooks.noneAmongNewest : t.webhooks.noDeliveries}
                </p>
              ) : (
                <DeliveryTable deliveries={shown} chosen={chosen} />
              )
            }
          </WhenLoaded>
          <MoreRows of={deliveries} name={t.webhooks.older} />
        </div>
        {chosen !== undefined && (
          <DeliveryView hookId={hookId} deliveryId={chosen} onSent={deliveries.reload} />
        )}
      </div>
    </>
  )
}

interface TableProps {
  deliveries: readonly Delivery[]
  chosen: string | undefined
}

function DeliveryTable({ deliveries, chosen }: TableProps): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.webhooks.at}</th>
          <th scope="col">{t.webhooks.event}</th>
          <th scope="col" class="num">
            {t.webhooks.attempt}
          </th>
          <th scope="col">{t.webhooks.state}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((one) => (
          <tr key={one.id} class={one.id === chosen ? 'open' : undefined}>
            <td class="when">
              <Ago when={one.at} />
            </td>
            <td>
              <button
                type="button"
                class="plain"
                aria-pressed={one.id === chosen}
                title={formatMoment(one.at)}
                onClick={() => changeQuery({ delivery: one.id })}
              >
                <code>{one.event}</code>
              </button>
            </td>
            <td class="num">
              {formatNumber(one.attempt)} <TrySign status={one.status} />
            </td>
            <td>
              <StateOf delivery={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TrySign({ status }: { status: string }): JSX.Element {
  const isTaken = status === 'delivered'
  return (
    <svg class="tries" width="10" height="10" aria-hidden="true">
      <circle class={isTaken ? 'ok' : 'no'} cx="5" cy="5" r="4" />
    </svg>
  )
}

function StateOf({ delivery }: { delivery: Delivery }): JSX.Element {
  const { status, final: isFinal, nextAttemptAt } = delivery
  if (status === 'delivered') return <span class="up">✓ {t.webhooks.taken}</span>
  return (
    <span class={isFinal ? 'down' : 'warn'}>
      {status}
      {nextAttemptAt !== null && isAhead(nextAttemptAt) && (
        <span class="note">
          {' '}
          {t.webhooks.nextAt} <Ago when={nextAttemptAt} />
        </span>
      )}
    </span>
  )
}
