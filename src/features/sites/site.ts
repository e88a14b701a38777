import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { iso } from '../../lib/time/clock.ts'
import { ScanSettings, scanSettingsOf } from '../scans/face.ts'
import { SiteInstall, siteInstallOf } from '../widget/face.ts'
import { isTimeZone } from '../../lib/time/zone.ts'
import { LastScan } from './last-scan.ts'
import { isOneLine } from '../../domain/is-one-line.ts'
import { READER_QUESTION_MODES } from '../../domain/prompts/reader-question-modes.ts'
import { Privacy, toPrivacy } from './privacy.ts'
import { siteAliases } from '../../kernel/names/site-host.ts'

/** A name of a site, as long as a domain may be, since a site without a name is named by its domain. */
export const SiteName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .refine(isOneLine, 'Must be one line, without characters that nobody sees')
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Must be an IANA time zone such as Europe/Berlin')
  .describe('IANA time zone; days of all numbers are counted in it')
export const SiteCountry = z.string().regex(/^[A-Z]{2}$/, 'Must be two capital letters')

export const ReaderQuestionsInput = z
  .enum(READER_QUESTION_MODES)
  .describe(
    'Questions of five readers are offered once they are let (ask), at once (all), or never (none)',
  )

export const Site = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  url: z.string(),
  aliases: z.array(z.string()),
  language: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string(),
  status: z.enum(['active', 'paused']),
  install: SiteInstall,
  privacy: Privacy,
  scan: ScanSettings,
  lastScan: LastScan.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})

export function toSite(
  row: SiteRow,
  lastScan: z.input<typeof LastScan> | undefined,
  nowMs: number,
): z.input<typeof Site> {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    url: row.url,
    aliases: siteAliases(row),
    language: row.language,
    country: row.country,
    timezone: row.timezone,
    status: row.status === 'paused' ? 'paused' : 'active',
    install: siteInstallOf(row, nowMs),
    privacy: toPrivacy(row),
    scan: scanSettingsOf(row),
    lastScan: lastScan ?? null,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    version: row.version,
  }
}
