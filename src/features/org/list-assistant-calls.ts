import * as z from 'zod'
import { CALL_OUTCOMES, CLIENT_FAMILIES } from '../../kernel/assistant-call.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { momentFields, readMoments } from '../../kernel/moments.ts'
import { defineOperation, type OrgContext } from '../../kernel/operation.ts'
import { iso } from '../../lib/time/clock.ts'

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

type Listed = Awaited<ReturnType<OrgContext['db']['assistantCalls']['list']>>[number]

/** GET /org/assistant-calls: what assistants called with the organization's keys, newest first; neither arguments nor answers. */
export const listAssistantCalls = defineOperation({
  name: 'org.assistantCalls',
  summary: 'Calls of MCP tools in the last 30 days, newest first',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/org/assistant-calls' },
  input: z.strictObject({
    keyId: PathId.optional().describe('Only calls with this key'),
    siteId: PathId.optional().describe('Only calls of this site'),
    tool: z.string().min(1).max(64).optional().describe('Only calls of this tool'),
    outcome: Outcome.optional().describe('Only calls that came to this'),
    ...momentFields,
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(AssistantCall),
  async handler(ctx, { limit, cursor, ...filter }) {
    const { app, db } = ctx
    // What was called a moment ago is still in memory.
    await app.assistantCalls.flush()
    const binding = cursorBinding(`org.assistantCalls ${db.orgId}`, filter)
    const rows = await db.assistantCalls.list(
      { ...(await readFilter(ctx, filter)), after: readCursor(ctx, binding, cursor) },
      limit + 1,
    )
    const last = rows[limit - 1]
    const hasMore = rows.length > limit && last
    return {
      items: rows.slice(0, limit).map(toCall),
      nextCursor: hasMore ? app.cursors.sign(binding, [last.at, last.num]) : null,
    }
  },
})

interface Filter {
  keyId?: string | undefined
  siteId?: string | undefined
  tool?: string | undefined
  outcome?: z.infer<typeof Outcome> | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Throws NOT_FOUND for a key or a site that the organization does not have, VALIDATION_FAILED for times in the wrong order. */
async function readFilter({ db }: OrgContext, { siteId, from, to, ...filter }: Filter) {
  const site = siteId === undefined ? undefined : await db.sites.find(siteId)
  if (siteId !== undefined && !site) throw notFound('site')
  if (filter.keyId !== undefined) {
    const key = await db.keys.query().select('id').where('id', '=', filter.keyId).executeTakeFirst()
    if (!key) throw notFound('key')
  }
  return { ...filter, siteNum: site?.row.num, ...readMoments({ from, to }) }
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
