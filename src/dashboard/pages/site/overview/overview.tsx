import type { JSX } from 'preact'
import { formatMoment } from '../../../formats.ts'
import { makeVoice, metricName } from '../../../parts/chart/voice.ts'
import { LineChart } from '../../../parts/chart/line-chart.tsx'
import { seriesOf } from '../../../parts/chart/series-of.ts'
import { CopyQuestion } from '../../../parts/copy-question.tsx'
import { CsvLink } from '../../../parts/csv-link.tsx'
import { Fault } from '../../../parts/fault.tsx'
import { WhenLoaded } from '../../../parts/loaded.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { t } from '../../../texts/index.ts'
import type { PageProps } from '../../page-entry.ts'
import { commonQuery, metricBy, useAsked, type AskedNumbers, type Numbers } from './asked.ts'
import { ByValue } from './by-value.tsx'
import { Chosen } from './chosen.tsx'
import { CitationSummary } from './citation-summary.tsx'
import { Figures } from './figures.tsx'
import { Health } from './health.tsx'
import { leadOf } from './lead.ts'
import { NewestQuestions } from './newest-questions.tsx'
import { questionFor, type AskedOf } from './question-for.ts'
import { CAUSES, causesBy, FEW_ROWS, useNumbers } from './use-numbers.ts'
import { Why } from './why.tsx'

/** Shows the overview of one site: its numbers, the verdicts on them, and their causes. */
export function OverviewPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const asked = useAsked()
  const numbers = useNumbers(siteId, asked)
  const { site, overview } = numbers
  const domain = site.answer?.data.domain ?? ''
  const data = overview.answer?.data
  const askedOf = { ...asked, site: domain, range: data?.range }
  return (
    <>
      <PageHead
        title={t.nav.overview}
        of={<bdi>{domain && t.overview.of(domain)}</bdi>}
        lead={data && leadOf(data, asked.metric, numbers.drivers.answer?.data)}
        note={data && <Days data={data} />}
      >
        <Chosen asked={asked} />
      </PageHead>
      {asked.unread && <p class="notice care">{t.overview.unreadFilter}</p>}
      <Fault error={site.error} retry={site.reload} />
      <WhenLoaded of={overview} rows={2}>
        {(answer) => <Figures numbers={answer.data} chosen={asked.metric} />}
      </WhenLoaded>
      <OverTime siteId={siteId} asked={asked} numbers={numbers} askedOf={askedOf} />
      <Behind siteId={siteId} asked={asked} numbers={numbers} askedOf={askedOf} />
      <div class="two">
        <CitationSummary siteId={siteId} asked={asked} />
        <Health siteId={siteId} site={site} />
      </div>
    </>
  )
}

interface PartProps {
  asked: AskedNumbers
  numbers: ReturnType<typeof useNumbers>
  askedOf: AskedOf
}

/** Shows the chosen number over time, with the events on its days. */
function OverTime({
  siteId,
  asked,
  numbers,
  askedOf,
}: PartProps & { siteId: string }): JSX.Element {
  const { compare: _, ...query } = commonQuery(asked)
  return (
    <WhenLoaded of={numbers.series} rows={6}>
      {(answer) => (
        <LineChart model={seriesOf(answer.data, asked.metric)} marks={answer.data.marks}>
          <CsvLink
            route="GET /analytics/{siteId}/export"
            input={{
              path: { siteId },
              query: { ...query, metrics: [asked.metric], dimensions: ['time:day'], fill: 'zero' },
            }}
          />
          <CopyQuestion
            question={questionFor(
              t.overview.ask.overview(askedOf.site),
              'get_overview',
              askedOf,
              {},
            )}
          />
        </LineChart>
      )}
    </WhenLoaded>
  )
}

/** Shows the reasons for the change of the chosen number, its parts, and the newest questions of readers. */
function Behind({ siteId, asked, numbers, askedOf }: PartProps & { siteId: string }): JSX.Element {
  const { metric, by } = asked
  const apart = metricBy(metric, by)
  return (
    <>
      {asked.compare !== 'none' && (
        <WhenLoaded of={numbers.drivers}>
          {(answer) => (
            <Why
              drivers={answer.data}
              metric={metric}
              question={questionFor(
                t.overview.ask.drivers(askedOf.site, metricName(metric)),
                'compare_periods',
                askedOf,
                { metrics: [metric], dimensions: causesBy(metric), limit: CAUSES },
              )}
            />
          )}
        </WhenLoaded>
      )}
      <div class="two">
        <ByValue
          siteId={siteId}
          asked={asked}
          metric={apart}
          numbers={numbers.values}
          question={questionFor(
            t.overview.ask.by(askedOf.site, metricName(apart), t.by[by] ?? by),
            'get_breakdown',
            askedOf,
            { metrics: [apart], dimensions: [by], limit: FEW_ROWS },
          )}
        />
        <NewestQuestions siteId={siteId} asked={asked} />
      </div>
    </>
  )
}

/** Shows the days that the numbers cover, those that they are compared with, and how new the data is. */
function Days({ data }: { data: Numbers }): JSX.Element {
  const { formats } = makeVoice()
  const { range, comparison, timezone, dataFreshness } = data
  const against = comparison && formats.span(comparison.range.from, comparison.range.to)
  return (
    <>
      {formats.span(range.from, range.to)}
      {against && t.overview.againstDays(against)}, {timezone}.{' '}
      {dataFreshness === null
        ? t.overview.noData
        : t.overview.dataTo(formatMoment(dataFreshness, timezone))}
    </>
  )
}
