import type { JSX } from 'preact'
import type { Answer } from '../../../../../examples/client/citable.ts'
import { formatNumber, formatPercent } from '../../../formats.ts'
import { Ago } from '../../../parts/ago.tsx'
import { BarTable } from '../../../parts/bar-table.tsx'
import { WhenLoaded } from '../../../parts/loaded.tsx'
import { Verdict } from '../../../parts/verdict.tsx'
import { appHref } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { useData } from '../../../use-data.ts'
import type { AskedNumbers } from './asked.ts'

type Citations = Answer<'GET /citations/{siteId}'>['data']

const RIVALS = 5

/** Shows whether engines cite the site, how sure that is, and which sites are cited in its place. */
export function CitationSummary({
  siteId,
  asked,
}: {
  siteId: string
  asked: AskedNumbers
}): JSX.Element {
  const citations = useData('GET /citations/{siteId}', {
    path: { siteId },
    query: { range: asked.range, compare: asked.compare },
  })
  return (
    <section aria-label={t.citations.title}>
      <div class="title">
        <h2>{t.citations.title}</h2>
      </div>
      <WhenLoaded of={citations} rows={RIVALS}>
        {({ data }) => <Rate siteId={siteId} data={data} />}
      </WhenLoaded>
    </section>
  )
}

function Rate({ siteId, data }: { siteId: string; data: Citations }): JSX.Element {
  const rate = data.summary['citation_rate']
  const checks = rate?.denominator ?? 0
  if (!rate || checks === 0 || rate.value === null) {
    return (
      <div class="note">
        <p>{t.citations.none}</p>
        <p>{t.citations.how}</p>
      </div>
    )
  }
  const [low, high] = rate.ci95 ?? []
  const rivals = data.sources.slice(0, RIVALS)
  const [lastRun] = data.runs
  const most = Math.max(...rivals.map(({ answers }) => answers), 1)
  return (
    <>
      <p>
        <b>{t.citations.rate(formatPercent(rate.value), formatNumber(checks))}</b>{' '}
        {low !== undefined && high !== undefined && (
          <span class="note">{t.citations.likely(formatPercent(low), formatPercent(high))}</span>
        )}{' '}
        <Verdict judged={rate.change} value={rate.value} before={rate.before} />
      </p>
      {rivals.length > 0 && (
        <BarTable
          caption={t.citations.instead}
          heads={[t.citations.instead, t.citations.answers]}
          rows={rivals.map(({ domain, answers }) => ({
            name: domain,
            length: answers / most,
            cells: [formatNumber(answers)],
          }))}
        />
      )}
      {lastRun?.finishedAt && (
        <p class="note">
          {t.citations.lastRun} <Ago when={lastRun.finishedAt} />
        </p>
      )}
      <a class="more" href={appHref(`s/${siteId}/citations`)}>
        {t.citations.all}
      </a>
    </>
  )
}
