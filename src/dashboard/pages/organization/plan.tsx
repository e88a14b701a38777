import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatDay, formatNumber } from '../../formats.ts'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { call } from '../../request.ts'
import { useMay } from '../../rights.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { Ledger } from './ledger.tsx'
import { Rename } from './rename.tsx'

type Organization = Answer<'GET /org'>['data']
type Credits = Answer<'GET /credits'>['data']

/** Shows the plan with its limits and what is used of them, the credits, and the name of the organization. */
export function PlanPage(): JSX.Element {
  const org = useData('GET /org')
  const credits = useData('GET /credits')
  const may = useMay()
  return (
    <>
      <PageHead title={t.plan.title} of={<bdi>{org.answer?.data.name}</bdi>} />
      <WhenLoaded of={org}>
        {({ data }) => (
          <>
            <p class="lead">
              {t.plan.plan}: {t.firstRun.plans[data.plan] ?? data.plan}
            </p>
            <Limits org={data} />
            {may('POST /org/checkout') && <Pay />}
            {may('PUT /org') && <Rename org={data} onChanged={org.reload} />}
          </>
        )}
      </WhenLoaded>
      <section aria-label={t.plan.credits}>
        <h2>{t.plan.credits}</h2>
        <WhenLoaded of={credits}>{({ data }) => <Balance credits={data} />}</WhenLoaded>
        <Ledger />
      </section>
    </>
  )
}

function Limits({ org }: { org: Organization }): JSX.Element {
  const { limits, usage, seats } = org
  return (
    <section aria-label={t.plan.limits}>
      <h2>{t.plan.limits}</h2>
      <ul class="rows narrow">
        <Limit name={t.plan.sites} used={usage.sites} limit={limits.sites} />
        <Limit name={t.plan.seats} used={seats.used} limit={seats.limit} />
        <Limit name={t.plan.keys} used={usage.keys} limit={limits.keys} />
        <Limit name={t.plan.webhooks} used={usage.webhooks} limit={limits.webhooks} />
        <li class="line">
          <span>{t.plan.requests}</span>
          <span class="quiet">{formatNumber(limits.requestsPerMinute)}</span>
        </li>
      </ul>
    </section>
  )
}

interface LimitProps {
  name: string
  used: number
  limit: number | null
}

function Limit({ name, used, limit }: LimitProps): JSX.Element {
  return (
    <li class="line">
      <span>{name}</span>
      <span class={limit !== null && used >= limit ? 'warn' : 'quiet'}>
        {t.plan.used(formatNumber(used), limit === null ? t.plan.noLimit : formatNumber(limit))}
      </span>
    </li>
  )
}

function Balance({ credits }: { credits: Credits }): JSX.Element {
  if (credits.unlimited) return <p>{t.plan.unlimited}</p>
  const numbers = [
    [t.plan.balance, credits.balance],
    [t.plan.reserved, credits.reserved],
    [t.plan.usedNow, credits.used],
    [t.plan.grant, credits.monthlyGrant],
  ] as const
  return (
    <dl class="pairs">
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? t.plan.noLimit : formatNumber(value)}</dd>
        </div>
      ))}
      <div>
        <dt>{t.plan.next}</dt>
        <dd>{formatDay(credits.periodEnd)}</dd>
      </div>
    </dl>
  )
}

/**
 * Shows the button that leads to the page where the owner pays. The server refuses where its operator has set up no
 * payments.
 */
function Pay(): JSX.Element {
  const [url, setUrl] = useState<string | undefined>()
  const form = useForm([], async () => {
    const { data } = await call('POST /org/checkout', {})
    setUrl(data.url)
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      {url !== undefined && url.startsWith('https://') ? (
        <p>
          <a href={url}>{t.plan.payAt}</a>
        </p>
      ) : (
        <button disabled={form.isBusy}>{t.plan.upgrade}</button>
      )}
    </form>
  )
}
