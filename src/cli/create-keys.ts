import { KeyNetworks } from '../features/keys/key-input.ts'
import { issueKeys } from '../features/keys/issue-key.ts'
import { grantedPlan } from '../kernel/plan/granted-plan.ts'
import { GRANTABLE_SCOPES, type GrantableScope } from '../kernel/door/scopes.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, RunCommand } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { withOperator, type Operator } from './operator.ts'
import { readWhen } from './read-when.ts'

const MAX_KEYS = 1_000
const MAX_NAME = 100
const DEFAULT_SCOPES = 'analytics:read sites:read org:read'

/**
 * Creates API keys of an organization, by default one that can read everything MCP shows. Creates all of them or
 * none.
 */
export const createKeysCommand: RunCommand = ({ options }) => {
  const scopes = readScopes(options['scopes'] ?? DEFAULT_SCOPES)
  const count = readCount(options['count'])
  const name = readName(options['name'] ?? 'command line')
  return withOperator(options, async (operator, { context, database }) => {
    const now = context.now()
    const wanted = {
      name,
      scopes,
      ...readKeyBounds(options, now),
      siteIds: await readKeySites(operator, options, database.file),
      plan: grantedPlan(operator.organization, now),
      actor: { type: 'system', id: 'cli' },
      requestId: null,
      now,
    } as const
    const issued = await issueKeys(operator.db, wanted, count)
    const keys = issued.map(({ row, token }) => ({ id: row.id, key: token, scopes }))
    const lines = keys.map(({ key }) => key)
    return {
      data: options['count'] === undefined ? keys[0] : { keys },
      text: `${lines.join('\n')}\nShown this once. Scopes: ${scopes.join(' ')}.`,
    }
  })
}

function readScopes(text: string): GrantableScope[] {
  const names = listOf(text)
  const scopes = names.map((name) => {
    const scope = GRANTABLE_SCOPES.find((candidate) => candidate === name)
    if (!scope) throw new CliError(`${name} is no scope; there are ${GRANTABLE_SCOPES.join(' ')}`)
    return scope
  })
  if (scopes.length === 0) throw new CliError('--scopes needs at least one scope')
  return [...new Set(scopes)]
}

function readName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > MAX_NAME) {
    throw new CliError(`--name needs a name of at most ${MAX_NAME} characters`)
  }
  return name
}

function readCount(text = '1'): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_KEYS) {
    throw new CliError(`--count must be a number from 1 to ${MAX_KEYS}`)
  }
  return count
}

type Options = CommandInput['options']

/**
 * Reads the networks from which, and the moment until which, keys may be used. Throws CliError for a value that is not
 * legal.
 */
function readKeyBounds(options: Options, nowMs: number) {
  return {
    allowedIps: readNetworks(options['ips']),
    expiresAt:
      options['expires'] === undefined ? null : readWhen('--expires', options['expires'], nowMs),
  }
}

/**
 * Finds the ids of the sites that keys are narrowed to, by their ids or domains. Throws CliError where a site does not
 * exist.
 */
async function readKeySites(
  operator: Operator,
  { sites }: Options,
  file: string,
): Promise<string[] | undefined> {
  if (sites === undefined) return undefined
  const names = listOf(sites)
  const ids = await Promise.all(
    names.map(async (name) => (await findSiteOf(operator, name, file)).row.id),
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
