import { hash } from 'node:crypto'
import type { SiteDb } from '../../../db/site-db.ts'
import type { scoreObservation } from '../../domain/ai-score/score-observation.ts'
import type { Observation, ObserveRequest } from '../../domain/ai-score/observation.ts'
import { pageMark } from '../../domain/ai-score/same-page.ts'
import type { scoreBasis, scorePages } from '../../domain/ai-score/score-pages.ts'
import { JUDGED_PREFIX } from '../../domain/ai-score/rubric-version.ts'
import type { Score } from '../../domain/ai-score/score.ts'
import type { SharedCanonical, SiteScore } from '../../domain/ai-score/site-score.ts'
import { sharedDate } from '../../domain/ai-score/stated-dates.ts'
import { siteProbesOf } from '../../domain/ai-score/site-probes.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import { siteScope } from './crawl/crawl-scope.ts'
import { policyInForce } from '../../domain/policy/policy-in-force.ts'
import type { SiteSignals } from '../../domain/policy/site-signals.ts'

/** The most pages that a thread scores at a time. */
const GROUP = 200

/**
 * Scores the start page and every page that a scan has read and that has no score, or one from other inputs. A run that
 * is cut short leaves pages to the next one. Returns the score of the site, and how often what its pages say about use
 * conflicts with the site's policy; undefined where the start page does not answer. Throws the reason of the signal.
 */
export async function scoreScannedSite(
  app: AppContext,
  site: SiteDb,
  running: Pick<RunningJob, 'signal' | 'progressed'>,
  sharedCanonical: SharedCanonical | null,
): Promise<{ scored: SiteScore; conflicts: number } | undefined> {
  await site.pageScores.dropScores()
  const seen = await observe(app, {
    url: site.row.url,
    audience: 'known',
    scan: { signal: running.signal },
  })
  running.signal.throwIfAborted()
  if (!seen) return undefined
  // The dates of all pages that the scan read say more than those of the few pages that were seen with the start page.
  const sharedModified = sharedDate(await site.pageScores.lastModified())
  const observation = { ...seen, sharedModified }
  const conflicts = await keepSignals(app, site, observation)
  await scoreAll(app, site, observation, running)
  const score = await app.inThread<typeof scoreObservation>('scoreObservation', { observation })
  const { finalUrl } = observation.target
  await saveStartPage(site, finalUrl, score)
  await site.wholeScore.save({ checkedAt: app.now(), finalUrl, report: JSON.stringify(score) })
  return { scored: await scoreWhole(site, score.score, sharedCanonical), conflicts }
}

/** The SHA-256 of an empty main text, which many pages may have. */
const EMPTY_TEXT = hash('sha256', '', 'buffer')

/** Scores the site from the stored findings of its pages. */
async function scoreWhole(
  { pageScores }: SiteDb,
  startPage: number,
  sharedCanonical: SharedCanonical | null,
): Promise<SiteScore> {
  const { FINDINGS_PREFIX, LETTERS_AT } = await import('../../domain/ai-score/page-findings.ts')
  const { siteScore } = await import('../../domain/ai-score/site-score.ts')
  const scored = await pageScores.groups({ prefix: FINDINGS_PREFIX, ...LETTERS_AT })
  const { texts, takenOut } = await pageScores.twins(EMPTY_TEXT)
  const { findSameTitles } = await import('../../domain/ai-score/same-titles.ts')
  const { pages: sameTitles, commonTitle } = findSameTitles(await pageScores.sameTitles())
  const whole = siteScore({
    startPage,
    scored,
    copies: texts,
    takenOut,
    sameTitles,
    commonTitle,
    sharedCanonical,
  })
  const findings = await Promise.all(whole.findings.map((one) => withEvidence(pageScores, one)))
  return { ...whole, findings }
}

type SiteFinding = SiteScore['findings'][number]

/** Returns a finding of the site with evidence from one page, if it has none yet. */
async function withEvidence(
  pageScores: SiteDb['pageScores'],
  one: SiteFinding,
): Promise<SiteFinding> {
  if (one.detail !== undefined) return one
  const { FINDINGS_PREFIX, letterPlace, lettersOf, readFindings } =
    await import('../../domain/ai-score/page-findings.ts')
  const { RUBRIC } = await import('../../domain/ai-score/rubric.ts')
  const check = RUBRIC.find(({ id }) => id === one.id)
  if (!check) return one
  const letters = { prefix: FINDINGS_PREFIX, place: letterPlace(check.id) }
  const found = await pageScores.example(letters, lettersOf(one.status), one.pages >> 1)
  const why = found && readFindings(found.findings)?.why[one.id]
  return found && why ? { ...one, detail: `${found.path.slice(0, MAX_PATH)}: ${why}` } : one
}

/** The most characters of a path in evidence. */
const MAX_PATH = 100

/**
 * Saves the score of the start page with its page, so that the page shows this score everywhere. All checks have judged
 * it.
 */
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
  const listed = probes.sitemap?.listed && new Map(probes.sitemap.listed)
  // The list may be long, and a thread that scores some pages needs nothing of it.
  const ofAll = { ...probes, sitemap: probes.sitemap && { ...probes.sitemap, listed: [] } }
  for (let after = 0; ;) {
    const due = await pageScores.unscored({ basis, prefix: JUDGED_PREFIX }, after, GROUP)
    const pages = due.map((page) => ({ ...page, entry: listed && entryOf(listed, page.url) }))
    const last = pages.at(-1)
    if (!last) return
    const scores = await app.inThread<typeof scorePages>('scorePages', { site: ofAll, pages })
    signal.throwIfAborted()
    await pageScores.save(scores, basis)
    await progressed()
    after = last.num
  }
}

/** Returns the entry of a page in the sitemap; null where the sitemap does not list the page. */
function entryOf(listed: ReadonlyMap<string, string | null>, url: string) {
  const lastmod = listed.get(pageMark(url) ?? '')
  return lastmod === undefined ? null : { lastmod }
}

/**
 * Makes the next scan read those pages again that an earlier version of the checks judged, or that no check has judged.
 */
export async function forgetOutdatedPages({ pageScores }: SiteDb): Promise<void> {
  await pageScores.clearValidators(JUDGED_PREFIX)
}

const MAX_FILE_CHARS = 524_288
const MAX_HEADER_CHARS = 8_192

/**
 * Stores what the start page and its origin say about uses of the site; returns how often that conflicts with the
 * site's policy.
 */
async function keepSignals(
  app: AppContext,
  site: SiteDb,
  observation: Observation,
): Promise<number> {
  const signals = signalsOf(observation, app.now())
  await site.policy.saveSignals(signals)
  const policy = policyInForce(await site.policy.find())
  if (policy.rules.length === 0) return 0
  const { weighPolicy } = await import('../../domain/policy/weigh-policy.ts')
  return weighPolicy(policy, signals.url, signals).conflicts.length
}

function signalsOf({ target, texts }: Observation, readAt: number): SiteSignals {
  const { headers, page } = target
  return {
    readAt,
    url: target.finalUrl,
    robotsTxt: storable(texts?.robotsTxt, MAX_FILE_CHARS),
    contentUsage: storable(headers['content-usage'], MAX_HEADER_CHARS),
    askPolicy: storable(headers['ask-policy'], MAX_HEADER_CHARS),
    askPolicyMeta: page?.usage.askPolicy ?? null,
    tdmReservation:
      storable(headers['tdm-reservation'], MAX_HEADER_CHARS) ?? page?.usage.tdmReservation ?? null,
    tdmRep: storable(texts?.tdmRep, MAX_FILE_CHARS),
  }
}

/** Returns a text that any database stores: cut to `max` characters, without NUL and lone surrogates. */
const storable = (text: string | null | undefined, max: number): string | null =>
  text?.slice(0, max).replaceAll('\0', '').toWellFormed() ?? null
