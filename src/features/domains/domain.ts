import * as z from 'zod'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'

export const DOMAIN_STATES = ['pending', 'verified', 'failed'] as const
const METHODS = ['dns', 'file', 'operator', 'migrated'] as const

/** A domain of a site in addition to its own. Only a verified one counts. */
export const Domain = z
  .object({
    id: z.string(),
    host: z.string(),
    state: z.enum(DOMAIN_STATES),
    method: z
      .enum(METHODS)
      .nullable()
      .describe('How it was verified; operator and migrated are without a proof'),
    reason: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('Why the last check failed'),
    publish: z
      .object({
        dns: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
        file: z.object({ url: z.string(), content: z.string() }),
      })
      .nullable()
      .describe('What to publish, one of the two; null once the domain is verified'),
    createdAt: z.string(),
    checkedAt: z.string().nullable(),
    verifiedAt: z.string().nullable(),
  })
  .meta({ id: 'Domain' })

export type DomainRow = Omit<Selectable<Tables['site_domain']>, 'org_id'>

/** Returns what a domain publishes to prove that it is the organization's: the DNS record, and the file. */
export const publicationOf = ({ host, proof }: Pick<DomainRow, 'host' | 'proof'>) => ({
  dns: { name: `_citable.${host}`, type: 'TXT' as const, value: proof },
  file: { url: `https://${host}/.well-known/citable-verification.txt`, content: proof },
})

export function toDomain(row: DomainRow): z.input<typeof Domain> {
  const { reason_code: code, reason: message } = row
  const state = DOMAIN_STATES.find((one) => one === row.state) ?? 'pending'
  return {
    id: row.id,
    host: row.host,
    state,
    method: METHODS.find((method) => method === row.method) ?? null,
    reason: code === null ? null : { code, message: message ?? '' },
    publish: state === 'verified' ? null : publicationOf(row),
    createdAt: iso(row.created_at),
    checkedAt: isoOrNull(row.checked_at),
    verifiedAt: isoOrNull(row.verified_at),
  }
}
