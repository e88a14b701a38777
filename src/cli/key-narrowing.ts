import * as z from 'zod'
import type { TenantDb } from '../../db/tenant.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'
import { KeyNetworks } from '../features/keys/key-input.ts'
import { DAY_MS } from '../lib/time/clock.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput } from './command.ts'

const MAX_DAYS = 3_650
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

type Options = CommandInput['options']

/** Reads from where and until when keys may be used. Throws CliError. */
export function readKeyBounds(options: Options, nowMs: number) {
  return {
    allowedIps: readNetworks(options['ips']),
    expiresAt: readExpires(options['expires'], nowMs),
  }
}

/** Finds the ids of the sites that keys are narrowed to, by their ids or domains. Throws CliError. */
export async function readKeySites(
  db: TenantDb,
  { sites }: Options,
): Promise<string[] | undefined> {
  if (sites === undefined) return undefined
  const names = listOf(sites)
  const ids = await Promise.all(
    names.map(async (name) => {
      const site = await db.sites.find(name)
      if (!site)
        throw new CliError(`There is no site ${cleanExcerpt(name)}; citable site list has them`)
      return site.row.id
    }),
  )
  if (ids.length === 0 || ids.length > 100) throw new CliError('--sites needs 1 to 100 sites')
  return ids
}

function readNetworks(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const { success, data, error } = KeyNetworks.safeParse(listOf(text))
  if (success) return data
  throw new CliError(`--ips: ${error.issues[0]?.message ?? 'is no list of addresses'}`)
}

/** Days from now, or a moment; a day ends keys at its beginning, in UTC. */
function readExpires(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  const atMs =
    days === undefined
      ? Date.parse(Moment.safeParse(text).data ?? '')
      : nowMs + Number(days) * DAY_MS
  if (Number.isNaN(atMs) || Number(days ?? 0) > MAX_DAYS) {
    throw new CliError('--expires is a number of days such as 90d, or a moment such as 2027-01-31')
  }
  if (atMs <= nowMs) throw new CliError('--expires must be in the future')
  return atMs
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
