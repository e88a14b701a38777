import * as z from 'zod'
import { invalidField } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { GRANTABLE_SCOPES } from '../../kernel/door/scopes.ts'
import { isNetwork } from '../../lib/web/network-list.ts'

/** The most sites that a key or a grant names one by one. */
export const MAX_SITES = 100
const MAX_NETWORKS = 50
/** The most characters of an address or a range. */
const MAX_NETWORK_CHARS = 64

export const KeyName = z.string().trim().min(1).max(100).describe('To tell keys apart')

export const KeyScopes = z
  .array(z.enum(GRANTABLE_SCOPES))
  .min(1)
  .max(GRANTABLE_SCOPES.length)
  .describe('What the key may do; the narrowest set that does the job')

export const KeySites = z
  .array(PathId)
  .min(1)
  .max(MAX_SITES)
  .optional()
  .describe(
    'Ids of the sites that it is for; without them all, also those that are made afterwards',
  )

export const KeyNetworks = z
  .array(
    z
      .string()
      .trim()
      .max(MAX_NETWORK_CHARS)
      .refine(isNetwork, { message: 'Must be an IP address, or a range such as 192.0.2.0/24' }),
  )
  .min(1)
  .max(MAX_NETWORKS)
  .optional()
  .describe('Addresses and CIDR ranges (IPv4, IPv6) that it may be used from; without them any')

export const KeyExpiry = z.iso.datetime({ offset: true }).optional()

/**
 * Reads when a key stops working, in epoch milliseconds; null for never. Throws VALIDATION_FAILED for a time that has
 * passed.
 */
export function readExpiry(expiresAt: string | undefined, nowMs: number): number | null {
  if (expiresAt === undefined) return null
  const expiry = Date.parse(expiresAt)
  if (expiry <= nowMs) throw invalidField('expiresAt', 'in_the_past', 'Must be in the future')
  return expiry
}
