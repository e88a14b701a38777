import * as z from 'zod'
import {
  CALL_OUTCOMES,
  CLIENT_FAMILIES,
  OUTCOME_CLASSES,
  outcomeClassOf,
} from '../../kernel/door/assistant-call.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { defineListWithFile } from '../../kernel/reads/define-list-with-file.ts'
import { DAY_MS, iso } from '../../lib/time/clock.ts'
import { momentFields, readMoments } from '../audit/face.ts'
import type { Filters } from '../../kernel/reads/fields.ts'

const Outcome = z.enum(CALL_OUTCOMES)

const AssistantCall = z.object({
  at: z.string().describe('When it ended'),
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  server: z.string(),
  tool: z.string().describe('unknown where the server has no such tool'),
  siteId: z.string().nullable().describe('null for a call of no site, or of several'),
  client: z.enum(CLIENT_FAMILIES).describe('By the header User-Agent'),
  milliseconds: z.number(),
  rows: z.int().nullable().describe('Of a table; null for any other answer'),
  bytes: z.int().describe('Of the answer'),
  outcome: Outcome.describe('ok, or the code of the error'),
})

type AssistantCall = z.output<typeof AssistantCall>

const fields = {
  keyId: PathId.optional().describe('Only calls with this key'),
  siteId: PathId.optional().describe('Only calls of this site'),
  tool: z.string().min(1).max(64).optional().describe('Only calls of this tool'),
  server: z.string().min(1).max(64).optional().describe('Only calls of this server, such as data'),
  client: z.enum(CLIENT_FAMILIES).optional().describe('Only calls of this family of clients'),
  outcome: Outcome.optional().describe('Only calls that came to this'),
  outcomeClass: z
    .enum(OUTCOME_CLASSES)
    .optional()
    .describe('Only calls that were answered, refused, or failed through the service'),
  minMilliseconds: z
    .int()
    .min(0)
    .max(DAY_MS)
    .optional()
    .describe('Only calls that took so long or longer'),
  ...momentFields,
}

/**
 * GET /org/assistant-calls: lists the calls of assistants with the organization's keys, newest first, without their
 * arguments and answers.
 */
export const listAssistantCalls = defineListWithFile({
  name: 'org.assistantCalls',
  summary:
    'Calls of MCP tools in the last 30 days, newest first: pages of JSON, or a CSV or NDJSON stream',
  access: { by: 'session', role: 'admin' },
  path: '/org/assistant-calls',
  fields,
  rules: [(_, filter) => readMoments(filter), (_, filter) => outcomesOf(filter)],
  async open(ctx, filters) {
    const { app, db } = ctx
    // The latest calls are still in memory.
    await app.assistantCalls.flush()
    const filter = await readFilter(ctx, filters)
    return {
      owner: db.orgId,
      fileName: 'citable-assistant-calls',
      read({ after, limit }) {
        const place = after && { atMs: Number(after[0]), num: Number(after[1]) }
        return db.assistantCalls.list({ ...filter, after: place }, limit)
      },
    }
  },
  key: ({ at, num }) => [at, num],
  item: AssistantCall,
  toItem: (row) => toCall(row),
  file: {
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. csv, ndjson: one stream'),
    csv: Object.fromEntries(
      AssistantCall.keyof().options.map((name) => [name, (call: AssistantCall) => call[name]]),
    ),
    rowsAtOnce: 500,
  },
})

type Listed = Awaited<ReturnType<OrgContext['db']['assistantCalls']['list']>>[number]

type Filter = Filters<typeof fields>

/**
 * Reads the filter of a list of calls. Throws NOT_FOUND for a key or a site that the organization does not have, and
 * VALIDATION_FAILED where the last time is not after the first.
 */
async function readFilter({ db }: OrgContext, filter: Filter) {
  const { siteId, keyId, minMilliseconds } = filter
  const site = siteId === undefined ? undefined : await findSiteById(db, siteId)
  if (keyId !== undefined) {
    const key = await db.keys.query().select('id').where('id', '=', keyId).executeTakeFirst()
    if (!key) throw notFound('key')
  }
  const { tool, server, client } = filter
  return {
    keyId,
    tool,
    server,
    client,
    siteNum: site?.row.num,
    outcomes: outcomesOf(filter),
    minUs: minMilliseconds === undefined ? undefined : minMilliseconds * 1_000,
    ...readMoments(filter),
  }
}

function outcomesOf({ outcome, outcomeClass }: Pick<Filter, 'outcome' | 'outcomeClass'>) {
  if (outcomeClass === undefined) return outcome === undefined ? undefined : [outcome]
  const ofClass = CALL_OUTCOMES.filter((one) => outcomeClassOf(one) === outcomeClass)
  if (outcome === undefined) return ofClass
  if (ofClass.includes(outcome)) return [outcome]
  throw invalidField('outcomeClass', 'illegal_pair', `${outcome} is not ${outcomeClass}`)
}

const toCall = (call: Listed): AssistantCall => ({
  at: iso(call.at),
  keyId: call.key_id,
  keyName: call.key_name,
  server: call.server,
  tool: call.tool,
  siteId: call.site_id,
  // @NOTE these columns are written by us alone, from the same lists; the output is parsed with them.
  client: call.client as AssistantCall['client'],
  milliseconds: call.duration_us / 1_000,
  rows: call.answer_rows,
  bytes: call.answer_bytes,
  outcome: call.outcome as AssistantCall['outcome'],
})
