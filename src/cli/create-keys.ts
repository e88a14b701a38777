import { issueKey } from '../features/keys/issue-key.ts'
import { ServiceError } from '../core/errors.ts'
import { planOf } from '../core/plans.ts'
import { GRANTABLE_SCOPES, type GrantableScope } from '../core/scopes.ts'
import type { Services } from '../services.ts'
import { CliError } from './cli-error.ts'
import type { Result, Values } from './commands.ts'
import { withServices } from './with-services.ts'

const MAX_KEYS = 1_000
const DEFAULT_SCOPES = 'analytics:read sites:read org:read'

/** Makes API keys of an organization, by default one that can read everything MCP shows. */
export function createKeys(values: Values): Promise<Result> {
  return withServices(async (services) => {
    const orgId = values['org'] === undefined ? undefined : String(values['org'])
    const organization = await services.database.accounts.findOrganization(orgId)
    if (!organization) {
      throw new CliError(
        orgId === undefined
          ? 'Name the organization with --org ID (there is none, or more than one)'
          : `There is no organization ${orgId}`,
      )
    }
    const scopes = readScopes(String(values['scopes'] ?? DEFAULT_SCOPES))
    const count = readCount(values['count'])
    const name = String(values['name'] ?? 'command line')
    const keys = await makeKeys(services, organization, { scopes, name, count })
    const lines = keys.map(({ key }) => key)
    return {
      data: values['count'] === undefined ? keys[0] : { keys },
      text: `${lines.join('\n')}\nShown this once. Scopes: ${scopes.join(' ')}.`,
    }
  })
}

async function makeKeys(
  { context }: Services,
  organization: { id: string; plan: string },
  { scopes, name, count }: { scopes: GrantableScope[]; name: string; count: number },
) {
  const made: { id: string; key: string; scopes: GrantableScope[] }[] = []
  for (let i = 0; i < count; i++) {
    try {
      const { row, token } = await issueKey(context.tenant(organization.id), {
        name,
        scopes,
        expiresAt: null,
        plan: planOf(organization.plan),
        actor: { type: 'system', id: 'cli' },
        requestId: null,
        now: context.now(),
      })
      made.push({ id: row.id, key: token, scopes })
    } catch (error) {
      if (error instanceof ServiceError) throw new CliError(error.message, { cause: error })
      throw error
    }
  }
  return made
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

function readCount(value: string | boolean | undefined): number {
  const count = Number(value ?? 1)
  if (!Number.isInteger(count) || count < 1 || count > MAX_KEYS) {
    throw new CliError(`--count must be a number from 1 to ${MAX_KEYS}`)
  }
  return count
}
