import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { firstRunPath } from '../../first-run.ts'
import { formatNumber } from '../../formats.ts'
import { AddSite } from '../../parts/add-site.tsx'
import { LineChart } from '../../parts/chart/line-chart.tsx'
import { makeVoice } from '../../parts/chart/voice.ts'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { navigate } from '../../router.ts'
import { useMay } from '../../rights.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { Figure } from '../site/overview/figures.tsx'
import { sitesSeries } from './sites-series.ts'
import { SitesTable } from './sites-table.tsx'
import { nextFor } from './next-for.ts'

type Site = Answer<'GET /sites'>['data'][number]

const ALL_SITES = { query: { range: '28d' } } as const
const TOTALS = ['ai_clicks', 'ai_referrals', 'questions', 'sessions'] as const

const open = (id: string): void => navigate(firstRunPath(id, 'reading'))

/** Shows all sites of the organization: their numbers of 28 days, on one scale, and what each of them needs. */
export function SitesPage(): JSX.Element {
  const sites = useRows('GET /sites', { query: { stats: '28d', limit: 100 } })
  const current = useStore(session)
  const name = 'me' in current ? current.me.organization.name : ''
  const hasSites = sites.rows.length > 0
  return (
    <>
      <PageHead
        title={t.sites.title}
        of={name && <bdi>{t.sites.of(name)}</bdi>}
        lead={hasSites && <Lead sites={sites.rows} isAll={sites.more === undefined} />}
        note={hasSites && <Days sites={sites.rows} />}
      >
        {hasSites && <AddLink />}
      </PageHead>
      <WhenLoaded of={sites} rows={6}>
        {() =>
          hasSites ? (
            <>
              <Totals />
              <LineChart model={sitesSeries(sites.rows)} />
              <SitesTable sites={sites.rows} />
              <MoreRows of={sites} name={t.sites.more} />
            </>
          ) : (
            <NoSite />
          )
        }
      </WhenLoaded>
      {hasSites && <AddBelow />}
    </>
  )
}

/** Shows the button of the page's head that leads to the field below the table, by which a site is added. */
function AddLink(): JSX.Element | null {
  const may = useMay()
  if (!may('POST /sites')) return null
  return (
    <a class="button" href="#add">
      {t.sites.add}
    </a>
  )
}

function AddBelow(): JSX.Element | null {
  const may = useMay()
  if (!may('POST /sites')) return null
  return (
    <section id="add" tabIndex={-1}>
      <h2>{t.sites.add}</h2>
      <AddSite onAdded={open} />
    </section>
  )
}

function NoSite(): JSX.Element {
  const may = useMay()
  return (
    <section>
      <h2>{t.sites.emptyTitle}</h2>
      <p>{t.sites.empty}</p>
      {may('POST /sites') && <AddSite onAdded={open} />}
    </section>
  )
}

interface LeadProps {
  sites: readonly Site[]
  isAll: boolean
}

/**
 * Says the sum of all sites, and which of them changed unusually. Where there are more sites than were read, it says
 * only their number and sum.
 */
function Lead({ sites, isAll }: LeadProps): JSX.Element | null {
  const totals = useData('GET /analytics/overview', ALL_SITES)
  const org = useData(isAll ? undefined : 'GET /org')
  const clicks = totals.answer?.data.totals['ai_clicks']
  const count = isAll ? sites.length : org.answer?.data.usage.sites
  if (typeof clicks !== 'number' || count === undefined) return null
  const sum = t.sites.lead(formatNumber(clicks), t.sites.count(count))
  return <>{isAll ? `${sum} ${movedOf(sites)}` : sum}</>
}

function movedOf(sites: readonly Site[]): string {
  const named = (verdict: string): string =>
    sites
      .filter(({ numbers }) => numbers?.aiClicks?.change.verdict === verdict)
      .slice(0, NAMED)
      .map(({ name }) => name)
      .join(', ')
  const moved = t.sites.moved(named('unusual_up'), named('unusual_down'))
  const needing = sites.filter((site) => nextFor(site) !== undefined).length
  return [moved && `${moved}.`, needing > 0 && t.sites.needs(needing)].filter(Boolean).join(' ')
}

/** The most sites that a sentence names. */
const NAMED = 3

function Days({ sites }: { sites: readonly Site[] }): JSX.Element | null {
  const range = sites.find(({ numbers }) => numbers)?.numbers?.range
  return range ? <>{t.sites.note(makeVoice().formats.span(range.from, range.to))}</> : null
}

/** Shows the totals of all sites, each number with what its change is worth. */
function Totals(): JSX.Element {
  const totals = useData('GET /analytics/overview', ALL_SITES)
  if (!totals.answer) {
    return totals.error === undefined ? (
      <div class="figures four bones" aria-busy="true" />
    ) : (
      <Fault error={totals.error} retry={totals.reload} />
    )
  }
  const { data } = totals.answer
  return (
    <div class="figures four">
      {TOTALS.map((metric) => (
        <div key={metric}>
          <Figure numbers={data} metric={metric} />
        </div>
      ))}
    </div>
  )
}
