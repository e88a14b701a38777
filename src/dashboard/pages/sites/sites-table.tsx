import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { Verdict } from '../../parts/verdict.tsx'
import { appHref, changeQuery, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { nextFor } from './next-for.ts'
import { drawnSites } from './sites-series.ts'

type Site = Answer<'GET /sites'>['data'][number]

const NO_NUMBER = '–'

/** The values that each column is sorted by: numbers from the largest, words by the alphabet. */
const SORTS = {
  site: (site: Site) => site.name,
  clicks: (site: Site) => site.numbers?.aiClicks?.value ?? -1,
  score: (site: Site) => site.numbers?.score ?? -1,
  lastScan: (site: Site) => site.lastScan?.finishedAt ?? '',
} as const
type Sort = keyof typeof SORTS
const SORT_NAMES: readonly Sort[] = ['site', 'clicks', 'score', 'lastScan']

function sortedBy(sites: readonly Site[], sort: Sort): Site[] {
  const valueOf = SORTS[sort]
  return sites.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (typeof a === 'number' && typeof b === 'number') return b - a
    const order = String(a).localeCompare(String(b))
    return sort === 'site' ? order : -order
  })
}

/** Lists the sites, one in each row, sorted by the column whose head is pressed. */
export function SitesTable({ sites }: { sites: readonly Site[] }): JSX.Element {
  const { query } = usePlace()
  const sort: Sort = isSort(query.get('sort')) ?? 'clicks'
  const colours = new Map(drawnSites(sites).map(({ id }, i) => [id, i]))
  return (
    <section aria-label={t.sites.title}>
      <table class="fold sites">
        <thead>
          <tr>
            <Head of="site" sort={sort} />
            <Head of="clicks" sort={sort} isNumber />
            <th scope="col">{t.sites.against}</th>
            <th scope="col" class="wide">
              {t.sites.spark}
            </th>
            <th scope="col" class="wide">
              {t.overview.tag}
            </th>
            <Head of="score" sort={sort} isNumber />
            <Head of="lastScan" sort={sort} />
            <th scope="col">{t.sites.next}</th>
          </tr>
        </thead>
        <tbody>
          {sortedBy(sites, sort).map((site) => (
            <Row key={site.id} site={site} colour={colours.get(site.id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isSort = (name: string | null): Sort | undefined => SORT_NAMES.find((one) => one === name)

function Head({ of, sort, isNumber }: { of: Sort; sort: Sort; isNumber?: boolean }): JSX.Element {
  const isSorted = of === sort
  const name = t.sites[of]
  return (
    <th
      scope="col"
      class={isNumber ? 'num' : undefined}
      aria-sort={isSorted ? (of === 'site' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        class="plain"
        title={t.sites.sortBy(name)}
        onClick={() => changeQuery({ sort: of === 'clicks' ? undefined : of })}
      >
        {name} {isSorted && <span aria-hidden="true">{of === 'site' ? '↑' : '↓'}</span>}
      </button>
    </th>
  )
}

function Row({ site, colour }: { site: Site; colour: number | undefined }): JSX.Element {
  const { id, name, domain, numbers } = site
  const next = nextFor(site)
  return (
    <tr>
      <th scope="row">
        <a href={appHref(`s/${id}`)}>
          <bdi>{name}</bdi>
        </a>
        {name !== domain && (
          <span class="note">
            {' '}
            <bdi>{domain}</bdi>
          </span>
        )}
      </th>
      <Clicks site={site} colour={colour} />
      <td class={site.install.status === 'stale' ? 'wide warn' : 'wide quiet'}>
        {t.overview.tagStates[site.install.status]}
      </td>
      <td class="num">{numberOf(numbers?.score)}</td>
      <LastScan scan={site.lastScan} />
      <td>{next && <a href={appHref(next.path)}>{next.words}</a>}</td>
    </tr>
  )
}

const numberOf = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : NO_NUMBER

function Clicks({ site, colour }: { site: Site; colour: number | undefined }): JSX.Element {
  const clicks = site.numbers?.aiClicks
  if (!clicks) {
    return (
      <>
        <td class="num">{NO_NUMBER}</td>
        <td />
        <td class="wide" />
      </>
    )
  }
  return (
    <>
      <td class="num">{formatNumber(clicks.value)}</td>
      <td>
        <Verdict judged={clicks.change} value={clicks.value} before={clicks.previous} isShort />
      </td>
      <td class="wide">
        {colour !== undefined && <Spark values={clicks.spark} colour={colour} />}
      </td>
    </>
  )
}

function LastScan({ scan }: { scan: Site['lastScan'] }): JSX.Element {
  const hasFailed = scan?.state === 'failed'
  return (
    <td class={hasFailed ? 'warn' : 'quiet'}>
      {hasFailed && `${t.sites.failed} `}
      {scan ? <Ago when={scan.finishedAt} /> : t.sites.never}
    </td>
  )
}

/** Draws the small line of a site, in the colour that the site has in the chart. */
function Spark({ values, colour }: { values: readonly number[]; colour: number }): JSX.Element {
  const max = Math.max(...values, 1)
  const points = values.map((value, i) => {
    const x = values.length < 2 ? 50 : (100 * i) / (values.length - 1)
    return `${Math.round(x * 10) / 10},${Math.round((22 - (20 * value) / max) * 10) / 10}`
  })
  return (
    <svg
      class={`spark c${colour}`}
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="line" d={`M${points.join('L')}`} />
    </svg>
  )
}
