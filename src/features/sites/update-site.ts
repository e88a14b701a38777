import * as z from 'zod'
import { audit } from '../../kernel/audit.ts'
import { notFound } from '../../kernel/errors.ts'
import { assertVersion, IfMatch } from '../../kernel/if-match.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'
import { ScanSettingsInput } from '../../kernel/scan-settings.ts'
import { privacyColumns, privacyFields } from './privacy.ts'
import { enqueueRound, findLastScanAt, scanColumns } from './scan-columns.ts'
import { SiteCountry, SiteLanguage, SiteName, TimeZone } from './site.ts'
import { siteAlias } from './site-address.ts'
import { SiteWithStats, withStats } from './site-stats.ts'

const Input = z.strictObject({
  id: PathId,
  ifMatch: IfMatch,
  name: SiteName.optional(),
  aliases: z.array(z.string().max(253)).max(50).optional(),
  language: SiteLanguage.nullable().optional(),
  country: SiteCountry.nullable().optional(),
  timezone: TimeZone.optional(),
  status: z.enum(['active', 'paused']).optional(),
  ...privacyFields,
  scan: ScanSettingsInput.optional(),
})

/**
 * PUT /sites/:id: changes the fields that are sent. A new time zone recounts the site's days from its raw events after
 * the answer; until then the numbers are those of the old zone.
 */
export const updateSite = defineOperation({
  name: 'sites.update',
  summary: 'Change the configuration of a site; fields that are left out stay',
  effect: 'write',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { surface: 'api', method: 'put', path: '/sites/:id', ifMatch: true },
  input: Input,
  output: SiteWithStats,
  async handler({ app, caller, db, principal }, input) {
    const now = app.now()
    const row = await db.transaction(async (trx) => {
      const current = await trx.sites
        .query()
        .selectAll()
        .where('id', '=', input.id)
        .executeTakeFirst()
      if (!current) throw notFound('site')
      assertVersion('site', current.version, input.ifMatch)
      const changes = changesOf(input)
      const scans = input.scan && {
        ...scanColumns(current, input.scan, {
          plan: principal.plan,
          nowMs: now,
          lastScanAt: await findLastScanAt(trx, input.id, now),
        }),
      }
      const next = { ...changes, ...scans, updated_at: now, version: current.version + 1 }
      await trx.sites.update(input.id).set(next).execute()
      if (scans) await enqueueRound(app, trx, { id: input.id, ...scans })
      await audit(trx, {
        action: 'site.update',
        target: { type: 'site', id: input.id },
        actor: actorOf(principal),
        detail: { ...changes, ...(input.scan && { scan: input.scan }) },
        requestId: caller.requestId,
        at: now,
      })
      return { ...current, ...next }
    })
    app.system.sites.invalidate(row.id)
    if (row.timezone !== row.rollup_timezone) {
      app.background.rebuildRollups({ num: row.num, id: row.id })
    }
    return withStats(db, row, now)
  },
})

function changesOf(input: z.output<typeof Input>) {
  const { name, language, country, timezone, status } = input
  const aliases = input.aliases?.map((alias, i) => siteAlias(alias, `aliases[${i}]`))
  return {
    ...(name !== undefined && { name }),
    ...(aliases && { aliases: JSON.stringify([...new Set(aliases)]) }),
    ...(language !== undefined && { language }),
    ...(country !== undefined && { country }),
    ...(timezone !== undefined && { timezone }),
    ...(status !== undefined && { status }),
    ...privacyColumns(input),
  }
}
