import type { SiteDb } from '../../../db/site-db.ts'
import type { scoreObservation } from '../../domain/ai-score/score-observation.ts'
import type { Observation, ObserveRequest } from '../../domain/ai-score/observation.ts'
import type { scoreBasis, scorePages } from '../../domain/ai-score/score-pages.ts'
import { JUDGED_PREFIX } from '../../domain/ai-score/rubric-version.ts'
import type { Score } from '../../domain/ai-score/score.ts'
import { siteProbesOf } from '../../domain/ai-score/site-probes.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { RunningJob } from '../../queue/job-runner.ts'
import { keepSignals } from './keep-signals.ts'
import { siteScope } from './site-scope.ts'

/** Pages that a thread scores at a time. */
const GROUP = 200

/**
 * Scores the start page and, by what was seen of its site, every page that a scan has read and that has no score, or
 * one from other inputs. The next run does what this one leaves. Answers the score of the start page, and how often its
 * signals conflict with the site's policy; undefined where that page does not answer any more. Throws the reason of the
 * signal.
 */
export async function scoreScannedSite(
  app: AppContext,
  site: SiteDb,
  running: Pick<RunningJob, 'signal' | 'progressed'>,
): Promise<{ score: Score; conflicts: number } | undefined> {
  await site.pageScores.dropScores()
  const observation = await observe(app, {
    url: site.row.url,
    audience: 'known',
    scan: { signal: running.signal },
  })
  running.signal.throwIfAborted()
  if (!observation) return undefined
  const conflicts = await keepSignals(app, site, observation)
  await scoreAll(app, site, observation, running)
  const score = await app.inThread<typeof scoreObservation>('scoreObservation', { observation })
  const { finalUrl } = observation.target
  await saveStartPage(site, finalUrl, score)
  await site.wholeScore.save({ checkedAt: app.now(), finalUrl, report: JSON.stringify(score) })
  return { score, conflicts }
}

/** The start page is judged by every check, and that score is its own wherever it is shown. */
async function saveStartPage(site: SiteDb, finalUrl: string, score: Score): Promise<void> {
  const place = siteScope(site.row).resolve(finalUrl)
  if (!place) return
  const { findingsOf, writeFindings } = await import('../../domain/ai-score/page-findings.ts')
  const findings = writeFindings(findingsOf(score))
  await site.pageScores.saveAt(place.path, { score: score.score, findings })
}

async function observe(app: AppContext, wanted: ObserveRequest): Promise<Observation | undefined> {
  try {
    return await app.observe(wanted)
  } catch (error) {
    if (error instanceof FetchError || error instanceof ServiceError) return undefined
    throw error
  }
}

async function scoreAll(
  app: AppContext,
  { pageScores }: SiteDb,
  observation: Observation,
  { signal, progressed }: Pick<RunningJob, 'signal' | 'progressed'>,
): Promise<void> {
  const probes = siteProbesOf(observation)
  const basis = await app.inThread<typeof scoreBasis>('scoreBasis', probes)
  for (let after = 0; ;) {
    const pages = await pageScores.unscored({ basis, prefix: JUDGED_PREFIX }, after, GROUP)
    const last = pages.at(-1)
    if (!last) return
    const scores = await app.inThread<typeof scorePages>('scorePages', { site: probes, pages })
    signal.throwIfAborted()
    const hasTwin = new Map(pages.map((page) => [page.num, page.hasTwin]))
    const rows = scores.map((one) => ({ ...one, hasTwin: hasTwin.get(one.num) ?? false }))
    await pageScores.save(rows, basis)
    await progressed()
    after = last.num
  }
}

/** Makes a scan read pages anew that an earlier version of the checks judged, or none. */
export async function forgetOutdatedPages({ pageScores }: SiteDb): Promise<void> {
  await pageScores.clearValidators(JUDGED_PREFIX)
}
