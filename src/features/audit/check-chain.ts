import * as z from 'zod'
import { assertAllSites } from '../../kernel/door/access.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { verifyAudit } from './verify-audit.ts'

/** The number of newest entries that one request checks: some 300 ms of work, in steps that let others in between. */
const MAX_ENTRIES = 100_000

const AuditCheck = z.object({
  isWhole: z.boolean().describe('Whether every entry that was looked at is as it was written'),
  from: z
    .int()
    .describe(
      `Number of the first entry that was looked at; not 1 in a log of over ${MAX_ENTRIES}`,
    ),
  entries: z
    .int()
    .describe('How many were looked at, until the first that is not as it was written'),
  head: z
    .string()
    .describe('Hash of the last whole entry: note it, since a log whose end is gone looks whole'),
  broken: z
    .object({
      number: z.int(),
      id: z.string().nullable().describe('null where the entry is gone'),
      reason: z.string(),
    })
    .nullable()
    .describe('The first entry that is not as it was written'),
})

/** GET /org/audit/verify: says whether the entries of the audit log are as they were written. */
export const checkAuditChain = defineOperation({
  name: 'audit.verify',
  summary: 'Whether the audit log is as it was written: its chain of hashes is computed again',
  access: { by: 'scope', anyOf: ['org:read'], role: 'admin', keyPlan: 'keysReadSettings' },
  http: { method: 'get', path: '/org/audit/verify' },
  input: z.strictObject({}),
  output: AuditCheck,
  async handler({ db, principal }) {
    assertAllSites(principal, 'the log is of the whole organization')
    const [newest] = await db.audit.list({}, 1)
    const before = Math.max(0, (newest?.seq ?? 0) - MAX_ENTRIES)
    const { entries, head, broken } = await verifyAudit(db, { after: before })
    return {
      isWhole: broken === undefined,
      from: before + 1,
      entries: entries - before,
      head,
      broken: broken ?? null,
    }
  },
})
