import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import type { ProofFailure } from '../../kernel/ports/domain-proofs.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { belongsElsewhere } from './add-domain.ts'
import { Domain, publicationOf, toDomain, type DomainRow } from './domain.ts'
import { findExtendableSite, storeAliases } from './domain-site.ts'

const PROOFS = ['dns', 'file'] as const

/**
 * POST /sites/:id/domains/:domainId/verify: looks now for the proof of a domain; a domain that is verified stays so.
 */
export const verifyDomain = defineOperation({
  name: 'domains.verify',
  summary: 'Look for the proof of a domain, in DNS and as a file; verified, it counts at once',
  access: { by: 'session', role: 'admin' },
  http: {
    method: 'post',
    path: '/sites/:id/domains/:domainId/verify',
    // The request asks other servers, and a repeated request is meant to look again.
    idempotency: 'after',
  },
  input: z.strictObject({
    id: PathId,
    domainId: PathId,
    method: z.enum(PROOFS).optional().describe('Where to look; by default in both places'),
  }),
  output: Domain,
  precheck: (ctx, { id }) => findExtendableSite(ctx, ctx.db, id),
  async handler(ctx, { id, domainId, method }) {
    const { app, db } = ctx
    await findExtendableSite(ctx, db, id)
    const row = await findDomain(db, id, domainId)
    if (row.state === 'verified') return toDomain(row)
    if (await db.domains.isProven(row.host)) throw belongsElsewhere(row.host)
    const found = await look(app, row, method === undefined ? PROOFS : [method])
    const checked = await db.transaction((trx) => storeResult(ctx, trx, row, found))
    app.system.sites.invalidate(id)
    return toDomain(checked)
  },
})

export async function findDomain(
  db: TenantDb,
  siteId: string,
  domainId: string,
): Promise<DomainRow> {
  const row = await db.domains.of(siteId).selectAll().where('id', '=', domainId).executeTakeFirst()
  if (!row) throw notFound('domain')
  return row
}

type Found = { method: (typeof PROOFS)[number] } | { failure: ProofFailure }

/** Returns the first of the methods by which the proof is found, or why no method found it. */
async function look(
  { proofs }: OrgContext['app'],
  row: DomainRow,
  methods: readonly (typeof PROOFS)[number][],
): Promise<Found> {
  const { dns, file } = publicationOf(row)
  const failures: ProofFailure[] = []
  for (const method of methods) {
    const failure =
      method === 'dns'
        ? await proofs.findInDns(dns.name, dns.value)
        : await proofs.findInFile(file.url, file.content)
    if (!failure) return { method }
    failures.push(failure)
  }
  const [{ code } = { code: 'unreachable' as const }] = failures
  return { failure: { code, reason: failures.map(({ reason }) => reason).join('. ') } }
}

async function storeResult(
  ctx: OrgContext,
  trx: TenantDb,
  { id, site_id: siteId }: DomainRow,
  found: Found,
): Promise<DomainRow> {
  const now = ctx.app.now()
  const row = await findDomain(trx, siteId, id)
  // Somebody else may have verified it while this looked.
  if (row.state === 'verified') return row
  if (await trx.domains.isProven(row.host)) throw belongsElsewhere(row.host)
  const result =
    'method' in found
      ? { state: 'verified', method: found.method, claimed_host: row.host, verified_at: now }
      : { state: 'failed' }
  const failure = 'failure' in found ? found.failure : undefined
  const reason = { reason_code: failure?.code ?? null, reason: failure?.reason ?? null }
  const next = { ...result, ...reason, checked_at: now }
  await trx.domains.update(id).set(next).execute()
  if (result.state === 'verified') await storeAliases(trx, siteId, now)
  await auditCall(ctx, trx, 'domain.verify', id, {
    siteId,
    host: row.host,
    state: result.state,
    ...(failure && { code: failure.code }),
  })
  return { ...row, ...next }
}
