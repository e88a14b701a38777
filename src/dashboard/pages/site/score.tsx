import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber, formatPoints } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ScoreFigure } from '../../parts/score-figure.tsx'
import { faultWords, Repairs, type ScoreReport } from '../../parts/repairs.tsx'
import { call } from '../../request.ts'
import { useMay } from '../../rights.ts'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import type { PageProps } from '../page-entry.ts'
import { scoreMarkdown } from './score-markdown.ts'
import { ScoreTrend } from './score-trend.tsx'

type Score = Answer<'GET /sites/{siteId}/score'>['data']
type SiteScore = NonNullable<Score['site']>

/**
 * Shows how well AI can use a site: the start page by every check, all pages by their faults, and the score over time.
 */
export function ScorePage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const score = useData('GET /sites/{siteId}/score', { path: { siteId } })
  const { site, report } = score.answer?.data ?? {}
  return (
    <>
      <PageHead
        title={t.score.title}
        of={<OfSite siteId={siteId} />}
        lead={leadOf(site, report)}
        note={
          report && (
            <>
              {t.score.checked} <Ago when={report.checkedAt} />
            </>
          )
        }
      >
        {score.answer && <CheckAgain siteId={siteId} onDone={score.reload} />}
      </PageHead>
      <WhenLoaded of={score} rows={6}>
        {({ data }) =>
          data.report === null && data.site === null ? (
            <div class="empty">
              <p>{t.score.none}</p>
              <p>
                {t.score.noneNext} <a href={appHref(`s/${siteId}/scans`)}>{t.score.toScans}</a>
              </p>
            </div>
          ) : (
            <Whole siteId={siteId} score={data} />
          )
        }
      </WhenLoaded>
    </>
  )
}

function leadOf(site: Score['site'] | undefined, report: Score['report'] | undefined) {
  if (site) return t.score.lead(formatNumber(site.score), t.score.pagesRead(site.pages))
  return report ? t.score.leadStart(formatNumber(report.score)) : undefined
}

/** Shows the button that checks the start page again at once; all pages are checked by a scan. */
function CheckAgain({
  siteId,
  onDone,
}: {
  siteId: string
  onDone: () => void
}): JSX.Element | null {
  const may = useMay()
  const form = useForm([], async () => {
    await call('POST /sites/{siteId}/score', { path: { siteId }, body: {} })
    onDone()
  })
  if (!may('POST /sites/{siteId}/score')) return null
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      <button disabled={form.isBusy}>{t.score.again}</button>
    </form>
  )
}

function Whole({ siteId, score }: { siteId: string; score: Score }): JSX.Element {
  const { site, report, trend } = score
  return (
    <>
      {report && <StartPage report={report} />}
      {site && <AllPages siteId={siteId} site={site} />}
      <ScoreTrend trend={trend} />
    </>
  )
}

function StartPage({ report }: { report: ScoreReport }): JSX.Element {
  const count = (...states: string[]): number =>
    report.checks.filter(({ status }) => states.includes(status)).length
  return (
    <section>
      <div class="title">
        <h2>{t.score.startPage}</h2>
        <span class="note">
          <bdi>{report.finalUrl}</bdi>
        </span>
      </div>
      <ScoreFigure report={report} />
      <div class="title gap">
        <h2>{t.score.mend}</h2>
        <CopyReport report={report} />
      </div>
      <Repairs report={report} />
      <p class="note">
        {t.score.good(count('pass'))}. {t.score.skipped(count('na', 'error'))}.
      </p>
    </section>
  )
}

function CopyReport({ report }: { report: ScoreReport }): JSX.Element {
  const text = scoreMarkdown(report, {
    title: `${t.score.title}: ${formatNumber(report.score)} ${t.score.of100}`,
    grade: t.score.grade(report.grade),
    seen: t.score.seen,
    how: t.score.how,
    nothing: t.score.nothing,
    faultOf: faultWords,
  })
  return <CopyButton text={text} name={t.score.copy} />
}

function AllPages({ siteId, site }: { siteId: string; site: SiteScore }): JSX.Element {
  return (
    <section>
      <div class="title">
        <h2>{t.score.siteMend}</h2>
      </div>
      <p class="note">
        {t.score.siteLine(
          formatNumber(site.mean),
          formatNumber(site.median),
          formatNumber(site.lowerQuartile),
        )}{' '}
        {t.score.siteMendNote}
      </p>
      {site.findings.length === 0 ? (
        <p>{t.score.nothing}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.score.fault}</th>
              <th scope="col" class="num">
                {t.score.onPages}
              </th>
              <th scope="col" class="num wide">
                {t.score.costs}
              </th>
            </tr>
          </thead>
          <tbody>
            {site.findings.map(({ id, pages, lostPoints, detail }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={appHref(`s/${siteId}/pages?finding=${id}`)}>{faultWords({ id })}</a>
                  {detail !== undefined && (
                    <>
                      <br />
                      <small lang="en">
                        <bdi>{detail}</bdi>
                      </small>
                    </>
                  )}
                </th>
                <td class="num">{formatNumber(pages)}</td>
                <td class="num wide">−{formatPoints(lostPoints)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
