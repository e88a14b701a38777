import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { SiteRow } from '../../../db/site-row.ts'
import { brandedBy } from '../../domain/citations/branded.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { assertVersion, IfMatch } from '../../kernel/door/if-match.ts'
import { SiteLanguage, PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { readSiteHost, siteAliases, domainsOf, isWithin } from '../../kernel/names/site-host.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { withdrawReaderQuestions } from '../prompts/face.ts'
import { CitationScheduleInput } from '../citations/face.ts'
import { ScanSettingsInput } from '../scans/face.ts'
import { changedWidgetSettings, WidgetSettingsInput } from '../widget/face.ts'
import { auditedBrand, brandColumns, BrandInput } from './brand.ts'
import { agreed, privacyColumns, privacyFields } from './privacy.ts'
import { QueryParametersInput, queryParameterColumns } from './query-parameters.ts'
import { citationColumns, enqueueCitationRound } from './citation-columns.ts'
import { enqueueRound, findLastScanAt, scanColumns } from './scan-columns.ts'
import { ReaderQuestionsInput, SiteCountry, SiteName, TimeZone } from './site.ts'
import { SiteWithSettings, withSettings } from './site-stats.ts'
import { existingSite, findSiteById } from '../../kernel/names/find-site.ts'
import { readingSubjectOf } from '../../kernel/names/named-site.ts'
import { measuredBefore } from './measured-before.ts'
import { siteAddress } from './site-address.ts'

const Input = z.strictObject({
  id: PathId,
  ifMatch: IfMatch,
  name: SiteName.optional(),
  url: z
    .string()
    .max(2_048)
    .optional()
    .describe('Start page, on the domain of the site or on one of its verified domains'),
  aliases: z
    .array(z.string().max(253))
    .max(50)
    .optional()
    .describe('As it was read; domains come and go at /sites/:id/domains'),
  language: SiteLanguage.nullable().optional(),
  country: SiteCountry.nullable().optional(),
  timezone: TimeZone.optional(),
  status: z.enum(['active', 'paused']).optional(),
  ...privacyFields,
  readerQuestions: ReaderQuestionsInput.optional(),
  queryParameters: QueryParametersInput.nullable().optional(),
  languageModel: z
    .boolean()
    .optional()
    .describe(
      'Whether the language model of the server, where it has one, words prompts and questions of the site; false sends it none of its pages',
    ),
  brand: BrandInput.nullable().optional(),
  scan: ScanSettingsInput.optional(),
  citations: CitationScheduleInput.optional(),
  widget: WidgetSettingsInput.nullable()
    .optional()
    .describe('How the widget looks and what it does; null sets all of it back'),
})

/**
 * PUT /sites/:id: changes the fields that are sent. A new time zone recounts the site's days from its raw events after
 * the answer; until then the numbers are those of the old zone.
 */
export const updateSite = defineOperation({
  name: 'sites.update',
  summary: 'Change the configuration of a site; fields that are left out stay',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'put', path: '/sites/:id', ifMatch: true },
  input: Input,
  output: SiteWithSettings,
  rules: [
    async ({ db }, { id, aliases }) => {
      const current = await db.sites.find(id)
      if (current) assertSameAliases(current.row, aliases)
    },
    async ({ app, db }, { id, url }) => {
      const current = await db.sites.find(id)
      if (current) changedAddress(app, current.row, url)
    },
    async ({ db }, { id, brand }) => {
      const current = await db.sites.find(id)
      if (current) brandColumns(current.row, brand)
    },
    async ({ app, db, principal }, input) => {
      const current = await db.sites.find(input.id)
      const by = { plan: principal.plan, nowMs: app.now() }
      if (current) citationColumns(current.row, input, by)
    },
    (_, { privacy, questions }) => agreed('questions', privacy?.questions, questions),
    (_, { privacy, honourOptOut }) => agreed('honourOptOut', privacy?.honourOptOut, honourOptOut),
  ],
  async handler(ctx, input) {
    const { app, db, principal } = ctx
    const now = app.now()
    const row = await db.transaction(async (trx) => {
      const stored = trx.sites.query().selectAll().where('id', '=', input.id)
      const current = existingSite(await stored.executeTakeFirst())
      assertVersion('site', current.version, input.ifMatch)
      assertSameAliases(current, input.aliases)
      const changes = { ...changesOf(input), ...changedAddress(app, current, input.url) }
      const scans = input.scan && {
        ...scanColumns(current, input.scan, {
          plan: principal.plan,
          nowMs: now,
          lastScanAt: await findLastScanAt(trx, input.id, now),
        }),
      }
      const widget = input.widget !== undefined && changedWidgetSettings(current, input.widget)
      const brand = brandColumns(current, input.brand)
      const citations = citationColumns(current, input, { plan: principal.plan, nowMs: now })
      const next = {
        ...changes,
        ...brand,
        ...scans,
        ...widget,
        ...citations,
        updated_at: now,
        version: current.version + 1,
      }
      await trx.sites.update(input.id).set(next).execute()
      if (changes.url !== undefined) await forgetStartPages(trx, input.id, current.url, changes.url)
      if (isNamedOtherwise(current, next)) await findBranded(trx, { ...current, ...next })
      if (scans) await enqueueRound(app, trx, { id: input.id, ...scans })
      if (citations) await enqueueCitationRound(app, trx, { id: input.id, ...citations })
      const before = measuredBefore(current, next)
      await auditCall(ctx, trx, 'site.update', input.id, {
        ...changes,
        ...(brand.brand !== undefined && { brand: auditedBrand(brand.brand) }),
        ...(input.scan && { scan: input.scan }),
        ...(input.citations && { citations: input.citations }),
        ...(input.widget !== undefined && { widget: input.widget }),
        ...(before && { before }),
      })
      return { ...current, ...next }
    })
    app.system.sites.invalidate(row.id)
    if (row.timezone !== row.rollup_timezone) {
      app.background.rebuildRollups({ num: row.num, id: row.id })
    }
    if (changesReaders(input)) await withdrawReaderQuestions(ctx, row.id)
    const site = await findSiteById(db, row.id)
    return withSettings(site, now)
  },
})

/** True where the input sets what the site keeps of readers' questions, or which questions it offers. */
const changesReaders = (input: z.output<typeof Input>): boolean =>
  input.readerQuestions !== undefined || privacyColumns(input).question_mode !== undefined

/** Forgets the analyses of the old and the new start page, since they depend on which page is the start page. */
async function forgetStartPages(trx: TenantDb, id: string, ...urls: string[]): Promise<void> {
  const site = await trx.sites.find(id)
  await site?.analyses.forgetAt(urls.map((url) => new URL(url).pathname))
}

const isNamedOtherwise = (current: SiteRow, next: Partial<SiteRow>): boolean =>
  (next.name ?? current.name) !== current.name ||
  (next.brand !== undefined && next.brand !== current.brand)

/** Decides again which questions to engines name the brand, since that depends on the names of the site. */
async function findBranded(trx: TenantDb, row: SiteRow): Promise<void> {
  const site = await trx.sites.find(row.id)
  await site?.citationQueries.findBranded(brandedBy(readingSubjectOf(row)))
}

/**
 * Throws VALIDATION_FAILED where the sent aliases differ from the stored ones, since each domain must be proven. Equal
 * ones are accepted, so that a site can be sent back as it was read.
 */
function assertSameAliases(
  current: { aliases: string },
  sent: readonly string[] | undefined,
): void {
  const known = new Set(siteAliases(current))
  checkEach(sent ?? [], (alias, i) => {
    if (known.delete(readSiteHost(alias, `aliases[${i}]`))) return
    throw invalidField(
      `aliases[${i}]`,
      'not_verified',
      'Is no verified domain of the site; add it with POST /sites/:id/domains',
    )
  })
  if (sent && known.size > 0) {
    throw invalidField(
      'aliases',
      'not_removed',
      `${[...known].join(', ')} is left out; DELETE /sites/:id/domains/:domainId takes a domain away`,
    )
  }
}

function changesOf(input: z.output<typeof Input>) {
  const { name, language, country, timezone, status } = input
  const { readerQuestions, queryParameters, languageModel } = input
  return {
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    ...(country !== undefined && { country }),
    ...(timezone !== undefined && { timezone }),
    ...(status !== undefined && { status }),
    ...(readerQuestions !== undefined && { reader_questions: readerQuestions }),
    ...(languageModel !== undefined && { language_model: languageModel ? 1 : 0 }),
    ...privacyColumns(input),
    ...queryParameterColumns(queryParameters),
  }
}

/**
 * Reads a new address of the start page: at the site's domain, under it, or at a verified domain, so that no caller
 * moves a site to a host that is not theirs. Throws VALIDATION_FAILED for any other address.
 */
function changedAddress(
  app: Pick<AppContext, 'refuseAddress'>,
  current: Pick<SiteRow, 'domain' | 'aliases' | 'url'>,
  text: string | undefined,
): { url?: string } {
  if (text === undefined || text === current.url) return {}
  const { domain: host, url } = siteAddress('url', text)
  if (!domainsOf(current).some((own) => isWithin(host, own))) {
    throw invalidField(
      'url',
      'not_verified',
      `${host} is no verified domain of the site; add it with POST /sites/:id/domains`,
    )
  }
  const refusal = app.refuseAddress(url)
  if (refusal !== undefined) throw invalidField('url', 'blocked_address', refusal)
  return { url }
}
