import type { JSX } from 'preact'
import type { Numbers, AskedNumbers, AskedMetric } from './asked.ts'
import { BY, commonQuery } from './asked.ts'
import { BarTable } from '../../../parts/bar-table.tsx'
import { makeVoice, metricName } from '../../../parts/chart/voice.ts'
import { CopyQuestion } from '../../../parts/copy-question.tsx'
import { CsvLink } from '../../../parts/csv-link.tsx'
import { Verdict } from '../../../parts/verdict.tsx'
import { appHref, changeQuery, usePlace } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { WhenLoaded } from '../../../parts/loaded.tsx'
import type { Loaded } from '../../../use-data.ts'
import { nameOfValue } from './name-of.ts'

interface Props {
  siteId: string
  asked: AskedNumbers
  metric: AskedMetric
  numbers: Loaded<{ data: Numbers }>
  question: string
}

/** Shows one number broken down by pages, engines, sources, topics, countries, devices or hours. */
export function ByValue({ siteId, asked, metric, numbers, question }: Props): JSX.Element {
  const { by } = asked
  const { compare: _, ...query } = commonQuery(asked)
  return (
    <section aria-label={t.overview.apart}>
      <div class="title">
        <h2>{t.overview.apart}</h2>
        <span class="acts">
          <CsvLink
            route="GET /analytics/{siteId}/export"
            input={{ path: { siteId }, query: { ...query, metrics: [metric], dimensions: [by] } }}
          />
          <CopyQuestion question={question} />
        </span>
      </div>
      <Tabs by={by} />
      <WhenLoaded of={numbers} rows={6}>
        {({ data }) => (
          <Rows data={data} by={by} metric={metric} isLong={asked.isLong} siteId={siteId} />
        )}
      </WhenLoaded>
    </section>
  )
}

function Tabs({ by }: { by: string }): JSX.Element {
  const { path, query } = usePlace()
  const hrefOf = (id: string): string => {
    const next = new URLSearchParams(query)
    next.set('by', id)
    next.delete('rows')
    return appHref(`${path}?${next.toString()}`)
  }
  return (
    <nav class="views" aria-label={t.overview.apart}>
      {BY.map((id) => (
        <a key={id} href={hrefOf(id)} aria-current={id === by ? 'true' : undefined}>
          {t.by[id]}
        </a>
      ))}
    </nav>
  )
}

/** The index of the column with the numbers of the time before. */
const BEFORE = 2

interface RowsProps {
  data: Numbers
  by: string
  metric: AskedMetric
  isLong: boolean
  siteId: string
}

function Rows({ data, by, metric, isLong }: RowsProps): JSX.Element {
  const { formats } = makeVoice()
  const values = data.rows.map(([, value]) => (typeof value === 'number' ? value : 0))
  const longest = Math.max(...values, Number.MIN_VALUE)
  const heads = [
    t.dimensions[by] ?? by,
    metricName(metric),
    ...(data.comparison ? [t.beforeHead, t.change] : []),
  ]
  if (data.rows.length === 0) return <p class="note">{t.overview.nothing}</p>
  return (
    <>
      <BarTable
        caption={t.by[by] ?? by}
        heads={heads}
        {...(data.comparison && { wideColumn: BEFORE })}
        rows={data.rows.map(([name, value], i) => {
          const number = typeof value === 'number' ? value : null
          const before = data.comparison?.rows[i]?.[0] ?? null
          return {
            name: nameOfValue(by, name ?? null),
            length: (number ?? 0) / longest,
            cells: [
              formats.value(metric, number),
              ...(data.comparison
                ? [
                    <span key="before" class="quiet">
                      {formats.value(metric, before)}
                    </span>,
                    <Verdict
                      key="verdict"
                      judged={data.comparison.rowVerdicts[i]}
                      value={number}
                      before={before}
                      isShort
                    />,
                  ]
                : []),
            ],
          }
        })}
      />
      {data.truncated && !isLong && (
        <button type="button" class="plain more" onClick={() => changeQuery({ rows: 'all' })}>
          {t.overview.all}
        </button>
      )}
      {data.truncated && isLong && <p class="note">{t.overview.restInFile}</p>}
    </>
  )
}
