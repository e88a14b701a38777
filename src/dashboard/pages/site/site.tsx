import type { JSX } from 'preact'
import type { Answer, EventData } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import type { PageProps } from '../page-entry.ts'
import { Ago } from '../../parts/ago.tsx'
import { CopyBox } from '../../parts/copy-box.tsx'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { useStream } from '../../use-stream.ts'

type Scan = EventData<'GET /scan/{jobId}'>
type Report = NonNullable<Answer<'GET /sites/{siteId}/score'>['data']['report']>

/** How many repairs are shown: those that gain most. */
const REPAIRS = 3

/** One site: what was read of it, what to mend first, and the tag that goes onto its pages. */
export function SitePage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const site = useData('GET /sites/{id}', { path: { id: siteId } })
  return (
    <>
      <PageHead title={site.answer?.data.domain ?? t.site.title} />
      <WhenLoaded of={site}>{() => <Parts siteId={siteId} />}</WhenLoaded>
    </>
  )
}

function Parts({ siteId }: { siteId: string }): JSX.Element {
  const scans = useData('GET /scan', { query: { siteId, limit: 1 } })
  const score = useData('GET /sites/{siteId}/score', { path: { siteId } })
  const install = useData('GET /sites/{id}/install', { path: { id: siteId } })
  const scanAgain = useForm([], async () => {
    await call('POST /scan', { body: { siteId } })
    scans.reload()
  })
  return (
    <>
      <section>
        <h2>{t.site.reading}</h2>
        <WhenLoaded of={scans}>
          {({ data: [latest] }) =>
            latest ? <Reading first={latest} onEnd={score.reload} /> : <p>{t.site.neverRead}</p>
          }
        </WhenLoaded>
        <form onSubmit={scanAgain.onSubmit}>
          <Fault error={scanAgain.error} />
          <button disabled={scanAgain.isBusy}>{t.site.readAgain}</button>
        </form>
      </section>
      <section>
        <h2>{t.site.score}</h2>
        <WhenLoaded of={score}>
          {({ data: { report } }) =>
            report ? <Repairs report={report} /> : <p class="note">{t.site.noScore}</p>
          }
        </WhenLoaded>
      </section>
      <section>
        <h2>{t.site.tag}</h2>
        <WhenLoaded of={install}>
          {({ data }) => (
            <>
              <p>{t.site.installed[data.install.status]}</p>
              <CopyBox text={data.tag} label={t.site.tag} />
              <button type="button" onClick={install.reload}>
                {t.site.check}
              </button>
            </>
          )}
        </WhenLoaded>
      </section>
    </>
  )
}

const hasEnded = ({ state }: Scan): boolean => state !== 'queued' && state !== 'running'

/** A scan, followed while it goes on. */
function Reading({ first, onEnd }: { first: Scan; onEnd: () => void }): JSX.Element {
  const route = hasEnded(first) ? undefined : ('GET /scan/{jobId}' as const)
  const { latest, isBroken } = useStream(route, { path: { jobId: first.id } }, (event) => {
    if (hasEnded(event)) onEnd()
    return hasEnded(event)
  })
  const { state, progress, result, error, finishedAt } = latest ?? first
  const isOver = hasEnded(latest ?? first)
  return (
    <>
      {!isOver && (
        <progress max={100} value={progress.percent} aria-label={t.site.reading}>
          {progress.percent} %
        </progress>
      )}
      <p role="status">
        {t.site.states[state]} {isOver && <Ago when={finishedAt} />}
        {isBroken && <span class="warn"> {t.site.broken}</span>}
      </p>
      <dl class="pairs">
        <Pair name={t.site.found} value={progress.discovered} />
        <Pair name={t.site.read} value={progress.fetched} />
        <Pair name={t.site.leftOut} value={progress.skipped} />
        <Pair name={t.site.failed} value={progress.failed} />
        {result && <Pair name={t.site.prompts} value={result.promptsGenerated} />}
      </dl>
      {error && (
        <p class="notice bad">
          <bdi>{error.message}</bdi>
        </p>
      )}
    </>
  )
}

function Pair({ name, value }: { name: string; value: number }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  )
}

/** What costs most points, worded as the service words it. */
function Repairs({ report }: { report: Report }): JSX.Element {
  const worst = report.checks
    .filter(({ lostPoints }) => lostPoints > 0)
    .toSorted((a, b) => b.lostPoints - a.lostPoints)
    .slice(0, REPAIRS)
  return (
    <>
      <p class="score">
        <b>{report.score}</b> {t.site.of100}
      </p>
      {worst.length === 0 && <p>{t.site.nothingToMend}</p>}
      <ol class="rows">
        {worst.map(({ id, title, fix, lostPoints }) => (
          <li key={id}>
            <span class="points">+{formatNumber(lostPoints)}</span>
            <div lang="en">
              <h3>{title}</h3>
              <p>
                <bdi>{fix}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
