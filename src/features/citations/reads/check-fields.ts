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

/** The days of a question about checks: a tool names two of them as one range, a route has them apart. */
const checkDays = {
  range: { route: RangeText.optional().describe('28d unless given'), tool: Range },
  from: { route: z.iso.date().optional().describe('First day, in place of range') },
  to: { route: z.iso.date().optional().describe('Last day, in place of range') },
}

/** Which checks are meant, whatever the days. */
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

/** Reads which checks are meant. Throws VALIDATION_FAILED for an unknown engine, NOT_FOUND for a query or run of no row. */
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

/** A run that is named is meant whole, however long ago it was. */
const daysOf = ({ range, from, to, runId }: Asked): RangeInput =>
  runId !== undefined && range === undefined && from === undefined && to === undefined
    ? { range: 'all' }
    : { range, from, to }

/** Branded queries are left out of what is told of a site, unless they, or one query or run, are asked for. */
const brandedOf = ({ branded, queryId, runId }: Asked): boolean | undefined =>
  branded ?? (queryId === undefined && runId === undefined ? false : undefined)

function orNotFound(num: number | undefined, what: string): number {
  if (num === undefined) throw notFound(what)
  return num
}

/** The engine that is meant is one that can be asked. */
export const engineRule: InputRule<OrgContext, { engine?: string | undefined }> = (_, { engine }) =>
  engine !== undefined && knownEngine(engine)

/** Tags that a refusal names. */
const TOLD_TAGS = 20

/** The tag that is meant is one of a query. */
export const tagRule: InputRule<OrgContext, OfSite & { tag?: string | undefined }> = async (
  ctx,
  input,
) => input.tag !== undefined && knownTag(await siteOf(ctx, input), input.tag)

/** Finds a tag of the site's queries. Throws VALIDATION_FAILED for any other, which would read as "no answers". */
async function knownTag(site: SiteDb, tag: string): Promise<string> {
  const tags = await site.citations.tags()
  if (tags.includes(tag)) return tag
  const known = tags.slice(0, TOLD_TAGS).join(', ')
  const message =
    tags.length === 0 ? 'No query has a tag' : `No query has this tag; tags are ${known}`
  throw invalidField('tag', 'unknown_tag', message)
}

/** Finds the engine that a name means. Throws VALIDATION_FAILED with those that can be asked. */
function knownEngine(text: string): CitationEngine {
  const engine = citationEngineNamed(text)
  if (engine !== undefined) return engine
  throw invalidField('engine', 'unknown_engine', `Must be one of ${CITATION_ENGINES.join(', ')}`)
}
