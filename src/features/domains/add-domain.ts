import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { readSiteHost, isWithin } from '../../kernel/names/site-host.ts'
import { Domain, toDomain, type DomainRow } from './domain.ts'
import { findExtendableSite, storeAliases } from './domain-site.ts'

const MAX_DOMAINS = 50

/**
 * POST /sites/:id/domains: adds a domain to a site, and answers what to publish as its proof. A domain that the
 * operator of the service adds counts at once, without a proof; any organization can still prove it.
 */
export const addDomain = defineOperation({
  name: 'domains.add',
  summary: 'Add a domain to a site; it counts once it is verified',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/sites/:id/domains', status: 201 },
  input: z.strictObject({
    id: PathId,
    host: z.string().min(1).max(253).describe('Such as shop.example.org, without a port'),
  }),
  output: Domain,
  precheck: (ctx, { id }) => findExtendableSite(ctx, ctx.db, id),
  rules: [
    ({ app, principal }, { host }) => readNewHost(app, principal, host),
    async (ctx, { id, host }) =>
      assertForeign(await findExtendableSite(ctx, ctx.db, id), readSiteHost(host, 'host')),
  ],
  async handler(ctx, input) {
    const { app, db, principal } = ctx
    const isVouched = principal.kind === 'operator'
    const host = readNewHost(app, principal, input.host)
    const now = app.now()
    const row: DomainRow = {
      id: app.newId('dom'),
      site_id: input.id,
      host,
      claimed_host: null,
      state: isVouched ? 'verified' : 'pending',
      method: isVouched ? 'operator' : null,
      proof: `citable-verification=${randomBytes(16).toString('hex')}`,
      reason_code: null,
      reason: null,
      created_by: actorOf(principal).id,
      created_at: now,
      checked_at: null,
      verified_at: isVouched ? now : null,
    }
    await db.transaction(async (trx) => {
      await assertAddable(ctx, trx, row)
      await trx.domains.insert(row).execute()
      if (isVouched) await storeAliases(trx, row.site_id, now)
      await auditCall(ctx, trx, 'domain.create', row.id, {
        siteId: row.site_id,
        host,
        state: row.state,
      })
    })
    app.system.sites.invalidate(row.site_id)
    return toDomain(row)
  },
})

/**
 * Reads the host of a new domain. Throws as `assertProvable` does, except for the operator, who vouches for the domain.
 */
function readNewHost(
  app: OrgContext['app'],
  { kind }: OrgContext['principal'],
  text: string,
): string {
  const host = readSiteHost(text, 'host')
  if (kind !== 'operator') assertProvable(app, host)
  return host
}

/** Throws VALIDATION_FAILED for a host that is not a domain name, or whose address this service refuses to request. */
function assertProvable(app: OrgContext['app'], host: string): void {
  if (isIP(host.replaceAll(/^\[|\]$/g, '')) !== 0 || !host.includes('.')) {
    throw invalidField('host', 'invalid_host', 'Must be a domain such as shop.example.com')
  }
  const refusal = app.refuseAddress(`https://${host}/`)
  if (refusal !== undefined) throw invalidField('host', 'blocked_address', refusal)
}

function assertForeign({ domain }: { domain: string }, host: string): void {
  if (isWithin(host, domain)) {
    throw invalidField('host', 'own_domain', `${host} is a part of ${domain} already`)
  }
}

async function assertAddable(
  ctx: OrgContext,
  trx: TenantDb,
  { site_id: siteId, host }: DomainRow,
): Promise<void> {
  const site = await findExtendableSite(ctx, trx, siteId)
  assertForeign(site, host)
  const own = await trx.domains.of(siteId).select('host').execute()
  if (own.some((one) => one.host === host)) {
    throw new ServiceError('CONFLICT', `${host} is a domain of this site already`)
  }
  if (own.length >= MAX_DOMAINS) {
    throw new ServiceError('LIMIT_REACHED', `A site has at most ${MAX_DOMAINS} further domains`)
  }
  const other = await trx.sites.find(host)
  if (other) throw new ServiceError('CONFLICT', `${host} is a site of this organization`)
  if (await trx.domains.isProven(host)) throw belongsElsewhere(host)
}

/**
 * Makes the error for a domain that was proven for another site, also of another organization: it does not say whose.
 */
export const belongsElsewhere = (host: string): ServiceError =>
  new ServiceError('CONFLICT', `${host} is verified for another site already`)
