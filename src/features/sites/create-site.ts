import { ROLLUP_VERSION } from '../../../db/facts/rollup-keys.ts'
import * as z from 'zod'
import { assertAllSites } from '../../kernel/door/access.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField, ServiceError, refuseTaken } from '../../kernel/door/errors.ts'
import { SiteLanguage } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { ScanSettingsInput } from '../scans/face.ts'
import { agreed, privacyColumns, privacyFields } from './privacy.ts'
import { enqueueRound, scanColumns, NO_SCANS_PLANNED } from './scan-columns.ts'
import { SiteCountry, SiteName, TimeZone } from './site.ts'
import { siteAddress, type SiteAddress } from './site-address.ts'
import { SiteWithStats, withStats } from './site-stats.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

const Input = z.strictObject({
  url: z.string().max(2_048).optional().describe('Start page, such as https://example.com/'),
  domain: z.string().max(253).optional().describe('Host without a port, in place of url'),
  name: SiteName.optional(),
  language: SiteLanguage.nullable().optional(),
  country: SiteCountry.nullable().optional(),
  timezone: TimeZone.default('UTC'),
  privacy: privacyFields.privacy,
  questions: privacyFields.questions,
  scan: ScanSettingsInput.extend({
    now: z.boolean().default(true).describe('Whether to scan the site now'),
  })
    .default({ now: true })
    .meta({
      description: 'How the site is scanned; true or false alone says whether it is scanned now',
      type: ['object', 'boolean'], // `withScanObject` reads the other form
    }),
})

/**
 * Replaces a boolean `scan` by an object, such as `scan: false` by `scan: {now: false}`; undefined for any other input.
 */
function withScanObject(raw: unknown) {
  if (typeof raw !== 'object' || raw === null || !('scan' in raw)) return undefined
  return typeof raw.scan === 'boolean' ? { value: { ...raw, scan: { now: raw.scan } } } : undefined
}

/**
 * POST /sites (contract 4.1): makes a site and, if wanted, starts its first scan. The answer has the fields of the site
 * at its top level, next to that scan.
 */
export const createSite = defineOperation({
  name: 'sites.create',
  summary: 'Create a site',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'post', path: '/sites', status: 201 },
  normalise: withScanObject,
  precheck: async ({ principal }) => assertAllSites(principal, 'cannot make another one'),
  input: Input,
  rules: [
    ({ app }, { url, domain }) => newAddress(app, { url, domain }),
    (_, { privacy, questions }) => agreed('questions', privacy?.questions, questions),
  ],
  output: SiteWithStats.extend({
    scanJob: z.object({ id: z.string(), state: z.string() }).nullable(),
  }),
  async handler(ctx, input) {
    const { app, db } = ctx
    assertAllSites(ctx.principal, 'cannot make another one')
    const now = app.now()
    const row = newSite(ctx, input, now)
    const scanJob = await db
      .transaction(async (trx) => {
        await assertRoom(ctx, trx)
        await trx.sites.insert(row).execute()
        await enqueueRound(app, trx, row)
        await auditCall(ctx, trx, 'site.create', row.id, { domain: row.domain })
        if (!input.scan.now) return null
        const { principal } = ctx
        const created = { id: row.id, plan: principal.plan, actor: actorOf(principal) }
        return app.hooks.siteCreated(trx, created)
      })
      .catch(refuseTaken('SITE_EXISTS', `${row.domain} is a site of this organization already`))
    if (scanJob) app.background.wakeJobs('scan')
    const site = await findSiteById(db, row.id)
    return { ...(await withStats(site, now)), scanJob }
  },
})

/** Reads the address of a new site from the field that has it. Throws VALIDATION_FAILED naming that field. */
function newAddress(
  app: OrgContext['app'],
  { url, domain }: Pick<z.output<typeof Input>, 'url' | 'domain'>,
): SiteAddress {
  if ((url === undefined) === (domain === undefined)) {
    throw invalidField('url', 'required', 'Send either url or domain')
  }
  const field = url === undefined ? 'domain' : 'url'
  const address = siteAddress(field, url ?? domain ?? '')
  const refusal = app.refuseAddress(address.url)
  if (refusal !== undefined) throw invalidField(field, 'blocked_address', refusal)
  return address
}

function newSite({ app, principal }: OrgContext, input: z.output<typeof Input>, now: number) {
  const address = newAddress(app, input)
  const privacy = privacyColumns(input)
  const id = app.newId('site')
  const { now: _, ...settings } = input.scan
  return {
    id,
    name: input.name ?? address.domain,
    ...address,
    aliases: '[]',
    language: input.language ?? null,
    country: input.country ?? null,
    timezone: input.timezone,
    rollup_timezone: input.timezone,
    rollup_version: ROLLUP_VERSION,
    raw_from: 0,
    visits_from: 0,
    campaigns_from: 0,
    ...scanColumns({ id, ...NO_SCANS_PLANNED }, settings, {
      plan: principal.plan,
      nowMs: now,
      lastScanAt: input.scan.now ? now : null,
    }),
    status: 'active',
    question_mode: 'full',
    reader_questions: 'ask',
    honour_opt_out: 0,
    ...privacy,
    install_first_seen_at: null,
    install_last_seen_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
    widget_settings: '{}',
    own_parameters: null,
    learned_parameters: '[]',
    typed_parameters: '[]',
    addresses_version: 0,
    language_model: 1,
    widget_place: null,
    brand: null,
    basket_revision: 0,
    citation_schedule: null,
    next_citation_run_at: null,
  }
}

async function assertRoom({ principal }: OrgContext, db: OrgContext['db']): Promise<void> {
  const { maxSites } = PLAN_LIMITS[principal.plan]
  const { n } = await db.sites
    .query()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= maxSites) {
    throw new ServiceError(
      'LIMIT_REACHED',
      `The plan ${principal.plan} has at most ${pluralize(maxSites, 'site')}`,
    )
  }
}
