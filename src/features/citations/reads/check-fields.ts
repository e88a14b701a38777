import * as z from 'zod'
import type { CheckFilter } from '../../../../db/citations/check-conditions.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import { CITATION_ENGINES, type CitationEngine } from '../../../domain/citations/engines.ts'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import { invalidField, notFound } from '../../../kernel/door/errors.ts'
import type { InputRule } from '../../../kernel/door/every-refusal.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import type { OrgContext } from '../../../kernel/door/operation.ts'
import { siteOf, type OfSite } from '../../../kernel/reads/site-rules.ts'
import { Range, RangeText, siteRange, type RangeInput } from '../../../kernel/reads/range.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { TagField } from '../basket/query-input.ts'

/** The input fields for the days of checks: a tool takes two days as one range, a route takes them apart. */
const checkDays = {
  range: { route: RangeText.optional().describe('28d unless given'), tool: Range },
  from: { route: z.iso.date().optional().describe('First day, in place of range') },
  to: { route: z.iso.date().optional().describe('Last day, in place of range') },
}

/** The input fields that choose checks by engine, by query, by tag and by whether the query is branded. */
export const whichChecks = {
  engine: z.string().min(1).max(60).optional().describe('chatgpt, claude, perplexity …'),
  queryId: PathId.optional().describe('Id of a query'),
  tag: TagField.optional().describe('Tag of queries'),
  branded: z.boolean().optional().describe('Queries that name the brand; else left out'),
}

export const checkFields = { ...checkDays, ...whichChecks }

interface Asked extends RangeInput {
  engine?: string | undefined
  queryId?: string | undefined
  tag?: string | undefined
  branded?: boolean | undefined
  runId?: string | undefined
}

/**
 * Makes the filter for the checks that an input asks for. Throws VALIDATION_FAILED for an unknown engine, NOT_FOUND for
 * an unknown query or run.
 */
export async function checkFilterOf(
  site: SiteDb,
  asked: Asked,
  now: number,
): Promise<{ filter: CheckFilter; range: TimeRange }> {
  const range = await siteRange(site, daysOf(asked), now)
  const { fromMs, toMs } = range.instants
  return {
    range,
    filter: {
      fromMs,
      toMs,
      engine: asked.engine === undefined ? undefined : knownEngine(asked.engine),
      queryNum:
        asked.queryId === undefined
          ? undefined
          : orNotFound(await site.citations.queryNum(asked.queryId), 'query'),
      runNum:
        asked.runId === undefined
          ? undefined
          : orNotFound(await site.citations.runNum(asked.runId), 'run'),
      tag: asked.tag === undefined ? undefined : await knownTag(site, asked.tag),
      isBranded: brandedOf(asked),
    },
  }
}

/** Reads the days of a question. A run that is named without days is read whole, however old it is. */
const daysOf = ({ range, from, to, runId }: Asked): RangeInput =>
  runId !== undefined && range === undefined && from === undefined && to === undefined
    ? { range: 'all' }
    : { range, from, to }

/**
 * Returns true where only branded queries count, false where only others do, and undefined for both. Numbers of a site
 * leave branded queries out, unless the caller asks for them, or for one query or run.
 */
const brandedOf = ({ branded, queryId, runId }: Asked): boolean | undefined =>
  branded ?? (queryId === undefined && runId === undefined ? false : undefined)

function orNotFound(num: number | undefined, what: string): number {
  if (num === undefined) throw notFound(what)
  return num
}

/** Throws VALIDATION_FAILED for an engine of the input that cannot be asked. */
export const engineRule: InputRule<OrgContext, { engine?: string | undefined }> = (_, { engine }) =>
  engine !== undefined && knownEngine(engine)

/** The most tags that a refusal names. */
const TOLD_TAGS = 20

/** Throws VALIDATION_FAILED for a tag of the input that no query has. */
export const tagRule: InputRule<OrgContext, OfSite & { tag?: string | undefined }> = async (
  ctx,
  input,
) => input.tag !== undefined && knownTag(await siteOf(ctx, input), input.tag)

/**
 * Returns a tag that the site's queries have. Throws VALIDATION_FAILED for an unknown tag, which would otherwise read
 * as "no answers".
 */
async function knownTag(site: SiteDb, tag: string): Promise<string> {
  const tags = await site.citations.tags()
  if (tags.includes(tag)) return tag
  const known = tags.slice(0, TOLD_TAGS).join(', ')
  const message =
    tags.length === 0 ? 'No query has a tag' : `No query has this tag; tags are ${known}`
  throw invalidField('tag', 'unknown_tag', message)
}

/** Finds the engine that a name means. Throws VALIDATION_FAILED with the engines that can be asked. */
function knownEngine(text: string): CitationEngine {
  const engine = citationEngineNamed(text)
  if (engine !== undefined) return engine
  throw invalidField('engine', 'unknown_engine', `Must be one of ${CITATION_ENGINES.join(', ')}`)
}
