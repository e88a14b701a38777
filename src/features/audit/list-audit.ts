import * as z from 'zod'
import { assertMark, Bom, withMark } from '../../kernel/door/byte-order-mark.ts'
import { assertAllSites } from '../../kernel/door/access.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { Cursor, PageLimit, PathId } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { momentFields, readMoments } from './moments.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { AuditLogEntry, toAuditEntry, withoutAddresses } from './audit-entry.ts'
import { assertPlanExports, auditFile } from './export-audit.ts'

const PAGE = 25
const WHOLE = 'the log is of the whole organization'

/** GET /org/audit: who did what, newest first; to admins, and on Enterprise to keys of all sites. */
export const listAudit = defineOperation({
  name: 'audit.list',
  summary: 'The audit log, newest first: pages of JSON, or a CSV or NDJSON stream',
  effect: 'read',
  access: { by: 'scope', anyOf: ['org:read'], role: 'admin', keyPlan: 'keysReadSettings' },
  http: { surface: 'api', method: 'get', path: '/org/audit' },
  input: z.strictObject({
    actor: PathId.optional().describe('Only what this person or key did, by id'),
    action: z.string().min(1).max(64).optional().describe('Only this, such as key.create'),
    target: PathId.optional().describe('Only what was done to this, by id'),
    ...momentFields,
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. csv, ndjson: one stream, on the Enterprise plan'),
    bom: Bom,
    limit: PageLimit.optional().describe(
      'Rows of a page: of json by default 25, of a stream all rows there are',
    ),
    cursor: Cursor,
  }),
  output: listOf(AuditLogEntry),
  rules: [
    (_, { format, bom }) => assertMark({ format, bom }),
    (_, { from, to }) => readMoments({ from, to }),
  ],
  async handler(ctx, { format, bom, limit = PAGE, cursor, ...filter }) {
    assertAllSites(ctx.principal, WHOLE)
    assertMark({ format, bom })
    return readPart(ctx, filter, limit, cursor)
  },
  async stream(ctx, { format, bom, limit, cursor, ...filter }) {
    assertAllSites(ctx.principal, WHOLE)
    assertPlanExports(ctx.principal)
    const kind = format === 'csv' ? 'csv' : 'ndjson'
    if (limit !== undefined) {
      return withMark({ format, bom }, auditFile(kind, await readPart(ctx, filter, limit, cursor)))
    }
    const wanted = readFilter(filter)
    let beforeSeq = readCursor(ctx, bindingOf(ctx, filter), cursor)
    const file = auditFile(kind, async (most) => {
      const rows = await ctx.db.audit.list({ ...wanted, beforeSeq }, most)
      beforeSeq = rows.at(-1)?.seq
      return rows.map(entryFor(ctx))
    })
    return withMark({ format, bom }, file)
  },
})

interface Filter {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const readFilter = ({ actor, action, target, from, to }: Filter) => ({
  actorId: actor,
  action,
  targetId: target,
  ...readMoments({ from, to }),
})

async function readPart(ctx: OrgContext, filter: Filter, limit: number, cursor?: string) {
  const binding = bindingOf(ctx, filter)
  const beforeSeq = readCursor(ctx, binding, cursor)
  const rows = await ctx.db.audit.list({ ...readFilter(filter), beforeSeq }, limit + 1)
  const last = rows[limit - 1]
  return {
    items: rows.slice(0, limit).map(entryFor(ctx)),
    nextCursor: rows.length > limit && last ? ctx.app.cursors.sign(binding, [last.seq]) : null,
  }
}

const entryFor =
  ({ principal }: OrgContext) =>
  (row: Parameters<typeof toAuditEntry>[0]): AuditLogEntry =>
    principal.kind === 'key' ? withoutAddresses(toAuditEntry(row)) : toAuditEntry(row)

/** A cursor of a page goes on in a file as well. */
const bindingOf = ({ db }: OrgContext, { actor, action, target, from, to }: Filter): string =>
  cursorBinding(`audit.list ${db.orgId}`, { actor, action, target, from, to })

function readCursor({ app }: OrgContext, binding: string, cursor: string | undefined) {
  return cursor === undefined ? undefined : Number(app.cursors.open(binding, cursor)[0])
}
