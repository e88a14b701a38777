import * as z from 'zod'
import {
  CALL_OUTCOMES,
  CLIENT_FAMILIES,
  OUTCOME_CLASSES,
  outcomeClassOf,
  type OutcomeClass,
} from '../../kernel/door/assistant-call.ts'
import { assertMark, Bom, withMark } from '../../kernel/door/byte-order-mark.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { Cursor, PageLimit, PathId } from '../../kernel/door/inputs.ts'
import { listFile, momentFields, readMoments } from '../audit/face.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { DAY_MS, iso } from '../../lib/time/clock.ts'

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

const PAGE = 25

type Listed = Awaited<ReturnType<OrgContext['db']['assistantCalls']['list']>>[number]

/** GET /org/assistant-calls: what assistants called with the organization's keys, newest first; neither arguments nor answers. */
export const listAssistantCalls = defineOperation({
  name: 'org.assistantCalls',
  summary:
    'Calls of MCP tools in the last 30 days, newest first: pages of JSON, or a CSV or NDJSON stream',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/org/assistant-calls' },
  input: z.strictObject({
    keyId: PathId.optional().describe('Only calls with this key'),
    siteId: PathId.optional().describe('Only calls of this site'),
    tool: z.string().min(1).max(64).optional().describe('Only calls of this tool'),
    server: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Only calls of this server, such as data'),
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
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. csv, ndjson: one stream'),
    bom: Bom,
    limit: PageLimit.optional().describe(
      'Rows of a page: of json by default 25, of a stream all rows there are',
    ),
    cursor: Cursor,
  }),
  output: listOf(AssistantCall),
  rules: [
    (_, { format, bom }) => assertMark({ format, bom }),
    (_, { from, to }) => readMoments({ from, to }),
    (_, { outcome, outcomeClass }) => outcomesOf({ outcome, outcomeClass }),
  ],
  async handler(ctx, { format, bom, limit = PAGE, cursor, ...filter }) {
    assertMark({ format, bom })
    return readPart(ctx, filter, limit, cursor)
  },
  async stream(ctx, { format, bom, limit, cursor, ...filter }) {
    const form = {
      format: format === 'csv' ? 'csv' : 'ndjson',
      name: 'citable-assistant-calls',
      columns: COLUMNS,
      toCells,
    } as const
    const mark = { format, bom }
    if (limit !== undefined) {
      return withMark(mark, listFile(form, await readPart(ctx, filter, limit, cursor)))
    }
    await ctx.app.assistantCalls.flush()
    const wanted = await readFilter(ctx, filter)
    let after = readCursor(ctx, bindingOf(ctx, filter), cursor)
    const file = listFile(form, async (most) => {
      const rows = await ctx.db.assistantCalls.list({ ...wanted, after }, most)
      const last = rows.at(-1)
      after = last && { atMs: last.at, num: last.num }
      return rows.map(toCall)
    })
    return withMark(mark, file)
  },
})

async function readPart(ctx: OrgContext, filter: Filter, limit: number, cursor?: string) {
  const { app, db } = ctx
  // What was called a moment ago is still in memory.
  await app.assistantCalls.flush()
  const binding = bindingOf(ctx, filter)
  const wanted = await readFilter(ctx, filter)
  const after = readCursor(ctx, binding, cursor)
  const rows = await db.assistantCalls.list({ ...wanted, after }, limit + 1)
  const last = rows[limit - 1]
  return {
    items: rows.slice(0, limit).map(toCall),
    nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.at, last.num]) : null,
  }
}

/** A cursor of a page goes on in a file as well. */
const bindingOf = ({ db }: OrgContext, filter: Filter & { format?: unknown }): string =>
  cursorBinding(`org.assistantCalls ${db.orgId}`, { ...filter, format: undefined })

interface Filter {
  keyId?: string | undefined
  siteId?: string | undefined
  tool?: string | undefined
  server?: string | undefined
  client?: string | undefined
  outcome?: z.infer<typeof Outcome> | undefined
  outcomeClass?: OutcomeClass | undefined
  minMilliseconds?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Throws NOT_FOUND for a key or a site that the organization does not have, VALIDATION_FAILED for times in the wrong order. */
async function readFilter({ db }: OrgContext, filter: Filter) {
  const { siteId, keyId, minMilliseconds, from, to } = filter
  const site = siteId === undefined ? undefined : await db.sites.find(siteId)
  if (siteId !== undefined && !site) throw notFound('site')
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
    ...readMoments({ from, to }),
  }
}

function outcomesOf({ outcome, outcomeClass }: Filter) {
  if (outcomeClass === undefined) return outcome === undefined ? undefined : [outcome]
  const ofClass = CALL_OUTCOMES.filter((one) => outcomeClassOf(one) === outcomeClass)
  if (outcome === undefined) return ofClass
  if (ofClass.includes(outcome)) return [outcome]
  throw invalidField('outcomeClass', 'illegal_pair', `${outcome} is not ${outcomeClass}`)
}

function readCursor({ app }: OrgContext, binding: string, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [atMs, num] = app.cursors.open(binding, cursor)
  return { atMs: Number(atMs), num: Number(num) }
}

const toCall = (call: Listed): z.input<typeof AssistantCall> => ({
  at: iso(call.at),
  keyId: call.key_id,
  keyName: call.key_name,
  server: call.server,
  tool: call.tool,
  siteId: call.site_id,
  // @NOTE these columns are written by us alone, from the same lists; the output is parsed with them.
  client: call.client as z.input<typeof AssistantCall>['client'],
  milliseconds: call.duration_us / 1_000,
  rows: call.answer_rows,
  bytes: call.answer_bytes,
  outcome: call.outcome as z.input<typeof Outcome>,
})

const COLUMNS = [
  'at',
  'keyId',
  'keyName',
  'server',
  'tool',
  'siteId',
  'client',
  'milliseconds',
  'rows',
  'bytes',
  'outcome',
]

const toCells = (call: z.input<typeof AssistantCall>) => [
  call.at,
  call.keyId,
  call.keyName,
  call.server,
  call.tool,
  call.siteId,
  call.client,
  call.milliseconds,
  call.rows,
  call.bytes,
  call.outcome,
]
