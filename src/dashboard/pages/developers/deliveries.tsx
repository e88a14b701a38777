import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Given } from '../../../../examples/client/citable.ts'
import { formatMoment, isAhead } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { changeQuery, hrefWith, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import { DeliveryView } from './delivery-view.tsx'

type Delivery = Answer<'GET /webhook-subscriptions/{id}/deliveries'>['data'][number]
type Filter = NonNullable<Given<'GET /webhook-subscriptions/{id}/deliveries'>[0]['query']>

/** The query that each choice of a state sends to the server. */
const STATES = {
  all: {},
  taken: { delivered: true },
  waiting: { final: false },
  givenUp: { final: true, delivered: false },
} as const satisfies Record<string, Filter>
type State = keyof typeof STATES
const STATE_NAMES: readonly State[] = ['all', 'waiting', 'givenUp', 'taken']

/** The milliseconds after which the page reads the lists again, once a delivery is to be sent again. */
const LOOKS_MS = [500, 2_500, 6_000]

/**
 * Shows the deliveries of a webhook, each event once by its last attempt, newest first, and the chosen delivery next to
 * them.
 */
export function Deliveries({ hookId }: { hookId: string }): JSX.Element {
  const { path, query } = usePlace()
  const state = STATE_NAMES.find((name) => name === query.get('state')) ?? 'all'
  const chosen = query.get('delivery') ?? undefined
  const deliveries = useRows('GET /webhook-subscriptions/{id}/deliveries', {
    path: { id: hookId },
    query: { ...STATES[state], latest: true, limit: 50 },
  })
  // A delivery that is sent again is tried in a moment, and then appears in the lists.
  const [turn, setTurn] = useState(0)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  const lookAgain = (): void => {
    timers.current = LOOKS_MS.map((ms) =>
      setTimeout(() => {
        deliveries.reload()
        setTurn((before) => before + 1)
      }, ms),
    )
  }
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
              deliveries.rows.length === 0 ? (
                <p class="note">
                  {state === 'all' ? t.webhooks.noDeliveries : t.webhooks.noneOfThese}
                </p>
              ) : (
                <DeliveryTable deliveries={deliveries.rows} chosen={chosen} />
              )
            }
          </WhenLoaded>
          <MoreRows of={deliveries} name={t.webhooks.older} />
        </div>
        {chosen !== undefined && (
          <DeliveryView hookId={hookId} deliveryId={chosen} turn={turn} onSent={lookAgain} />
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
          <th scope="col">{t.webhooks.tries}</th>
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
            <td>
              <Tries of={one} />
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

/**
 * The most dots that are shown: as many tries as an event has without help. An event that is sent again by hand may
 * have more.
 */
const MAX_DOTS = 10
const DOT_WIDTH = 12

/** Shows a dot for each try of a delivery; the last dot shows how that try ended. */
function Tries({ of: { attempt, status } }: { of: Delivery }): JSX.Element {
  const dots = Math.min(Math.max(attempt, 1), MAX_DOTS)
  return (
    <>
      <svg class="tries" width={dots * DOT_WIDTH} height="10" aria-hidden="true">
        {Array.from({ length: dots }, (_, i) => (
          <circle
            key={i}
            class={signOf(i === dots - 1, status)}
            cx={5 + i * DOT_WIDTH}
            cy="5"
            r="4"
          />
        ))}
      </svg>
      <span class={attempt > MAX_DOTS ? undefined : 'unseen'}>{t.webhooks.triesOf(attempt)}</span>
    </>
  )
}

function signOf(isLast: boolean, status: string): string {
  if (!isLast) return 'before'
  return status === 'delivered' ? 'ok' : 'no'
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
