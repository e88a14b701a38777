import type { JSX } from 'preact'
import { firstRunPath } from '../../first-run.ts'
import { FirstHead } from '../../parts/first-head.tsx'
import { InstallTag, useInstall } from '../../parts/install-tag.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { Repairs, type ScoreReport, worstChecks } from '../../parts/repairs.tsx'
import { ScoreFigure } from '../../parts/score-figure.tsx'
import { Steps } from '../../parts/steps.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { wordOf } from '../../texts/word-of.ts'
import { useData } from '../../use-data.ts'
import type { PageProps } from '../page-entry.ts'

/** The number of repairs that are shown: those that gain most. */
const REPAIRS = 3
/** The key of the word for each grade, among the words for scores. */
const MARKS = { A: 'good', B: 'good', C: 'fair', D: 'fair', F: 'poor' } as const

/** Shows the first things to mend, and the tag to paste. It is the last step where the plan has no assistants. */
export function MendingPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const score = useData('GET /sites/{siteId}/score', { path: { siteId } })
  const install = useInstall(siteId)
  return (
    <>
      <Steps current={3} siteId={siteId} />
      <WhenLoaded of={score}>
        {({ data: { report } }) =>
          report ? (
            <Mending siteId={siteId} report={report} />
          ) : (
            <FirstHead title={t.firstRun.noScore} lead={t.firstRun.noScoreLead} />
          )
        }
      </WhenLoaded>
      <section>
        <div class="title">
          <h2>{t.firstRun.tag}</h2>
        </div>
        <p>{t.firstRun.tagNote}</p>
        <InstallTag siteId={siteId} install={install} />
        <p class="note">
          <a href={appHref(`s/${siteId}/widget`)}>{t.firstRun.moreWays}</a>
        </p>
      </section>
      <WhatNext siteId={siteId} />
    </>
  )
}

function Mending({ siteId, report }: { siteId: string; report: ScoreReport }): JSX.Element {
  const worst = worstChecks(report)
  const judged = report.checks.filter(({ status }) => status !== 'na' && status !== 'error')
  const shown = Math.min(worst.length, REPAIRS)
  return (
    <>
      <FirstHead
        title={t.score.marks[MARKS[report.grade]]}
        lead={
          <>
            {t.firstRun.checksGood(judged.length - worst.length, judged.length)}{' '}
            {t.firstRun.mendingNext(shown)}
          </>
        }
      />
      <ScoreFigure report={report} />
      <section>
        <h2 class="unseen">{t.score.mend}</h2>
        <Repairs report={report} most={REPAIRS} />
        {worst.length > REPAIRS && (
          <a class="more" href={appHref(`s/${siteId}/score`)}>
            {t.firstRun.allRepairs}
          </a>
        )}
      </section>
    </>
  )
}

/** Shows the way on to the assistants. Where the plan has none, it says so, and the first run is over. */
function WhatNext({ siteId }: { siteId: string }): JSX.Element {
  const connect = useData('GET /mcp/connect')
  const { plan } = connect.answer?.data ?? {}
  if (!plan) return <Later siteId={siteId} />
  if (!plan.mcp) {
    return (
      <section>
        <div class="title">
          <h2>{t.firstRun.planTitle}</h2>
        </div>
        <p>{t.firstRun.plan(wordOf(t.firstRun.plans, plan.name) ?? plan.name, 'Business')}</p>
        <div class="foot">
          <a class="button main" href={appHref(`s/${siteId}`)}>
            {t.firstRun.show}
          </a>
        </div>
      </section>
    )
  }
  return (
    <div class="foot">
      <a class="button main" href={appHref(firstRunPath(siteId, 'connecting'))}>
        {t.firstRun.connect}
      </a>
      <Later siteId={siteId} />
    </div>
  )
}

const Later = ({ siteId }: { siteId: string }): JSX.Element => (
  <a href={appHref(`s/${siteId}`)}>{t.firstRun.later}</a>
)
