import { KeyNetworks } from '../features/keys/key-input.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { readWhen } from './read-when.ts'

type Options = CommandInput['options']

/** Reads from where and until when keys may be used. Throws CliError. */
export function readKeyBounds(options: Options, nowMs: number) {
  return {
    allowedIps: readNetworks(options['ips']),
    expiresAt:
      options['expires'] === undefined ? null : readWhen('--expires', options['expires'], nowMs),
  }
}

/** Finds the ids of the sites that keys are narrowed to, by their ids or domains. Throws CliError. */
export async function readKeySites(
  place: Parameters<typeof findSiteOf>[0],
  { sites }: Options,
  file: string,
): Promise<string[] | undefined> {
  if (sites === undefined) return undefined
  const names = listOf(sites)
  const ids = await Promise.all(
    names.map(async (name) => {
      const { row } = await findSiteOf(place, name, file)
      return row.id
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

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
