import { issueKeys } from '../features/keys/issue-key.ts'
import { grantedPlan } from '../kernel/plan/granted-plan.ts'
import { GRANTABLE_SCOPES, type GrantableScope } from '../kernel/door/scopes.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { readKeyBounds, readKeySites } from './key-narrowing.ts'
import { withServices } from './with-services.ts'

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
  return withServices(async ({ context, database }) => {
    const organization = await chooseOrganization(database, options['org'])
    const db = context.tenant(organization.id)
    const now = context.now()
    const wanted = {
      name,
      scopes,
      ...readKeyBounds(options, now),
      siteIds: await readKeySites({ organization, db }, options, database.file),
      plan: grantedPlan(organization, now),
      actor: { type: 'system', id: 'cli' },
      requestId: null,
      now,
    } as const
    const issued = await issueKeys(db, wanted, count)
    const keys = issued.map(({ row, token }) => ({ id: row.id, key: token, scopes }))
    const lines = keys.map(({ key }) => key)
    return {
      data: options['count'] === undefined ? keys[0] : { keys },
      text: `${lines.join('\n')}\nShown this once. Scopes: ${scopes.join(' ')}.`,
    }
  })
}

function readScopes(text: string): GrantableScope[] {
  const names = text.split(/[\s,]+/).filter(Boolean)
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
