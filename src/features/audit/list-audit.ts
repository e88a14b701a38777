import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineListWithFile } from '../../kernel/reads/define-list-with-file.ts'
import { AuditLogEntry, toAuditEntry, withoutAddresses } from './audit-entry.ts'
import { assertPlanExports, auditColumns } from './export-audit.ts'
import { momentFields, readMoments } from './moments.ts'

/** GET /org/audit: lists who did what, newest first. Admins may read it, and on Enterprise also keys of all sites. */
export const listAudit = defineListWithFile({
  name: 'audit.list',
  summary: 'The audit log, newest first: pages of JSON, or a CSV or NDJSON stream',
  access: { by: 'scope', anyOf: ['org:read'], role: 'admin', keyPlan: 'keysReadSettings' },
  path: '/org/audit',
  fields: {
    actor: PathId.optional().describe('Only what this person or key did, by id'),
    action: z.string().min(1).max(64).optional().describe('Only this, such as key.create'),
    target: PathId.optional().describe('Only what was done to this, by id'),
    ...momentFields,
  },
  rules: [(_, { from, to }) => readMoments({ from, to })],
  ofAllSites: 'the log is of the whole organization',
  async open({ db }, { actor, action, target, from, to }) {
    const filter = { actorId: actor, action, targetId: target, ...readMoments({ from, to }) }
    return {
      owner: db.orgId,
      fileName: 'citable-audit',
      read: ({ after, limit }) =>
        db.audit.list({ ...filter, beforeSeq: after && Number(after[0]) }, limit),
    }
  },
  key: ({ seq }) => [seq],
  item: AuditLogEntry,
  toItem: (row, { principal }) =>
    principal.kind === 'key' ? withoutAddresses(toAuditEntry(row)) : toAuditEntry(row),
  file: {
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. csv, ndjson: one stream, on the Enterprise plan'),
    csv: auditColumns,
    rowsAtOnce: 500,
    assertAllowed: assertPlanExports,
  },
})
