import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { roleOf } from '../../kernel/door/principal.ts'
import { refuseConnecting, CONNECTORS } from '../../kernel/rights/may-connect.ts'

/** The number of grants that are checked before other work has its turn; an organization can have thousands. */
const STEP = 50

const MAX_HOSTS = 50
/** The most characters of a host's name. */
const MAX_HOST_CHARS = 253

const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/
const SCHEME = /^[a-z][a-z0-9+.-]*:$/
/**
 * The schemes of redirect addresses that have a host; such an address is named by its host, another one by its scheme.
 */
const SCHEMES_OF_HOSTS: readonly string[] = ['http:', 'https:']

const isClientHost = (text: string): boolean =>
  HOST.test(text) || (SCHEME.test(text) && !SCHEMES_OF_HOSTS.includes(text))

/** The rules of an organization for connecting assistants: which members may, and which assistants. */
export const Assistants = z.object({
  who: z.enum(CONNECTORS).describe('Who may connect them: every member, or admins and owners'),
  hosts: z
    .array(z.string())
    .nullable()
    .describe('Where they may lead back to, such as claude.ai or vscode:; null is anywhere'),
})

/** The rules to change; a field that is left out stays. */
export const AssistantsChange = z.strictObject({
  who: Assistants.shape.who.optional(),
  hosts: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(MAX_HOST_CHARS)
        .refine(
          isClientHost,
          'Must be a host without a port, such as claude.ai, or the scheme of an editor, such as vscode:',
        ),
    )
    .max(MAX_HOSTS)
    .nullable()
    .optional()
    .describe(
      'Where they may lead back to, such as claude.ai or vscode:; null is anywhere, none is nowhere',
    ),
})

type Row = Pick<Selectable<Tables['organization']>, 'assistants_who' | 'assistants_hosts'>

export const toAssistants = (row: Row): z.input<typeof Assistants> => ({
  // @NOTE these columns are written below alone; the output is parsed with the same lists.
  who: row.assistants_who as z.input<typeof Assistants>['who'],
  hosts: row.assistants_hosts === null ? null : (JSON.parse(row.assistants_hosts) as string[]),
})

export const assistantColumns = ({
  who,
  hosts,
}: z.output<typeof AssistantsChange>): Partial<Row> => ({
  ...(who !== undefined && { assistants_who: who }),
  ...(hosts !== undefined && {
    assistants_hosts: hosts === null ? null : JSON.stringify([...new Set(hosts)]),
  }),
})

/**
 * Ends the grants that the rules of the organization no longer allow, and audits each. Returns the number of ended
 * grants.
 */
export async function endDisallowedGrants(ctx: OrgContext, trx: TenantDb): Promise<number> {
  const now = ctx.app.now()
  const rules = await trx
    .organization()
    .select(['assistants_who', 'assistants_hosts'])
    .executeTakeFirstOrThrow()
  const grants = await trx.keys
    .liveGrants(now)
    .leftJoin('member', (join) =>
      join
        .onRef('member.org_id', '=', 'api_key.org_id')
        .onRef('member.user_id', '=', 'api_key.created_by'),
    )
    .select(['api_key.id', 'api_key.client_host', 'member.role'])
    .orderBy('api_key.id')
    .execute()
  const disallowed = grants.flatMap(({ id, client_host: host, role }) => {
    const reason = refuseConnecting(rules, { role: role === null ? undefined : roleOf(role), host })
    return reason === undefined ? [] : [{ id, reason }]
  })
  for (const [i, { id, reason }] of disallowed.entries()) {
    if (i % STEP === STEP - 1) await turn()
    await trx.keys.revoke(id, now)
    await auditCall(ctx, trx, 'key.revoke', id, { because: 'org.update', reason })
  }
  return disallowed.length
}
