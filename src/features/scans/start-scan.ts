import * as z from 'zod'
import { UniqueViolationError } from '../../../db/errors.ts'
import type { SiteRow } from '../../../db/site-row.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { creditsExhausted } from '../../kernel/plan/credits.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { parseSiteUrl } from '../../kernel/names/site-host.ts'
import { assertPages, scanBoundFields, scanBounds } from './scan-settings.ts'
import { workOriginOf } from '../../queue/work-origin.ts'
import { queueScan, SCAN_QUEUE } from './queue-scan.ts'
import { ScanJob, toScanJob } from './scan.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { siteScope } from './crawl/crawl-scope.ts'

const Input = z.strictObject({
  siteId: PathId.describe('Site id'),
  ...scanBoundFields,
  url: z
    .string()
    .max(2_048)
    .optional()
    .describe('An address of the site to begin at, in place of its own'),
  force: z
    .boolean()
    .default(true)
    .describe('false answers 409 while a scan is under way, instead of that scan'),
})

/**
 * POST /scan (contract 4.1): starts a scan of a site, or returns the one that is under way. Bounds that the caller
 * leaves out are those of the site.
 */
export const startScan = defineOperation({
  name: 'scans.start',
  summary: 'Scan a site, again',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'post', path: '/scan', status: 202, metaFields: ['deduplicated'] },
  input: Input,
  output: ScanJob.extend({ deduplicated: z.boolean() }),
  rules: [
    async ({ app, db }, { siteId, url }) => {
      const site = await db.sites.find(siteId)
      if (site) readStartUrl(app, site.row, url)
    },
  ],
  async handler(ctx, input) {
    const { app, db } = ctx
    const { plan } = ctx.principal
    const queued = await db
      .transaction(async (trx) => {
        const site = await findSiteById(trx, input.siteId)
        assertPages('maxPages', input.maxPages, plan)
        const startUrl = readStartUrl(app, site.row, input.url)
        const id = await queueScan(app, trx, site, {
          kind: (await site.scans.latest()) ? 'rescan' : 'onboarding',
          trigger: workOriginOf(actorOf(ctx.principal)),
          options: { ...scanBounds(site.row, plan, input), ...(startUrl && { startUrl }) },
          actor: actorOf(ctx.principal),
        })
        if (id === undefined) throw creditsExhausted('A scan')
        await auditCall(ctx, trx, 'scan.start', site.row.id, { scan: id })
        return id
      })
      .catch((error: unknown) => {
        if (!(error instanceof UniqueViolationError)) throw error
        if (!input.force) {
          throw new ServiceError('CONFLICT', 'A scan of this site is under way', { cause: error })
        }
        return undefined
      })
    app.background.wakeJobs(SCAN_QUEUE)
    const site = await db.sites.find(input.siteId)
    const row =
      queued === undefined ? await site?.scans.active() : (await db.scans.find(queued))?.row
    // The scan that was under way may have ended in between.
    if (!row) throw new ServiceError('UNAVAILABLE', 'The scan has just ended; ask again')
    return { ...toScanJob(row), deduplicated: queued === undefined }
  },
})

/**
 * Returns the address of the site where a scan begins, by http or https; undefined where none is asked for or it is the
 * site's own start page. Throws VALIDATION_FAILED for an address of another site, and for one that this service may not
 * request.
 */
function readStartUrl(
  app: Pick<AppContext, 'refuseAddress'>,
  site: Pick<SiteRow, 'url' | 'domain' | 'aliases' | 'own_parameters'>,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined
  const url = parseSiteUrl(text)
  const place = url && siteScope(site).resolve(url.href)
  if (!place) throw invalidField('url', 'other_site', `Must be an address of ${site.url}`)
  const start = `${url.origin}${place.path}`
  if (start === site.url) return undefined
  const refusal = app.refuseAddress(start)
  if (refusal !== undefined) throw invalidField('url', 'blocked_address', refusal)
  return start
}
