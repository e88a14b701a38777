import type { Organization } from '../../db/system/accounts.ts'
import { newId } from '../domain/ids.ts'
import { auditRow } from '../kernel/door/audit.ts'
import { NEW_PLAN, planEvent } from '../kernel/plan/change-plan.ts'
import { PLANS, type Plan } from '../kernel/plan/plans.ts'
import type { Services } from '../server/services.ts'
import { formatOrganizations } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type RunCommand } from './command.ts'
import { readEmail } from './read-email.ts'
import { readPassword } from './read-password.ts'
import { withServices } from './with-services.ts'

const MAX_NAME = 200

/**
 * Creates an organization with its owner. Where organizations exist already, the new one must be named, so that it is
 * not created by mistake.
 */
export const createOwnerCommand: RunCommand = (input) => {
  const wanted = { email: readEmail(input), name: readName(input) }
  const plan = readPlan(input)
  return withServices(
    async (services, config) => {
      await refuseMistakes(services, wanted)
      const owner = { ...wanted, plan: plan ?? config.defaultPlan }
      return createOrganization(services, owner, input)
    },
    { mayCreate: true },
  )
}

interface OwnerRequest {
  email: string
  name: string | undefined
}

async function createOrganization(
  services: Services,
  owner: OwnerRequest & { plan: Plan },
  input: CommandInput,
) {
  const { context, database } = services
  const { email, plan } = owner
  const { password, isGenerated } = await readPassword(input)
  const created_at = context.now()
  const organization = {
    id: newId('org', created_at),
    name: owner.name ?? email,
    plan,
    created_at,
  }
  // The address may already have accounts whose mail has not been proven.
  const [other] = await database.accounts.accountsOf(email)
  const user = {
    id: newId('usr', created_at),
    email,
    password_hash: await context.passwords.hash(password, other?.password_hash),
    created_at,
  }
  const event = planEvent(context, organization.id, { plan, ...NEW_PLAN })
  const others: Organization[] = []
  await database.accounts.createOwner(
    { organization, user, event },
    (existing) => {
      others.push(...existing)
      const mistakes = mistakenName(existing, owner.name, database.file)
      if (mistakes.length > 0) throw new CliError(mistakes.join('\n'))
    },
    [ownerLine(organization.id, user.id, created_at)],
  )
  const which = others.length === 0 ? '' : ` --org ${organization.id}`
  return {
    data: {
      orgId: organization.id,
      userId: user.id,
      email,
      plan,
      ...(isGenerated && { password }),
    },
    text: [
      `Made ${email} the owner of ${organization.name} (${organization.id}, plan ${plan}).`,
      ...(isGenerated ? [`Password (shown this once): ${password}`] : []),
      `Next: ${PROGRAM} key create --scopes "sites:write analytics:read"${which}`,
    ].join('\n'),
  }
}

const ownerLine = (orgId: string, userId: string, at: number) => ({
  org_id: orgId,
  ...auditRow({
    action: 'owner.create',
    target: { type: 'user', id: userId },
    actor: { type: 'system', id: 'cli' },
    requestId: null,
    at,
  }),
})

/** Throws CliError for mistakes that can be found before the person types a password. */
async function refuseMistakes(
  { database }: Services,
  { email, name }: OwnerRequest,
): Promise<void> {
  const { accounts, file } = database
  const isKnown = (await accounts.findUser(email)) !== undefined
  const mistakes = [
    ...(isKnown
      ? [
          `${email} has an account already; ${PROGRAM} owner reset-password --email ${email} gives it a new password`,
        ]
      : []),
    ...mistakenName(await accounts.organizations(), name, file),
  ]
  if (mistakes.length > 0) throw new CliError(mistakes.join('\n'))
}

function mistakenName(
  existing: readonly Organization[],
  name: string | undefined,
  file: string,
): string[] {
  if (existing.length === 0) return []
  if (name === undefined) {
    return [
      `There is an organization already in ${file}; --org NAME makes another one beside it:`,
      formatOrganizations(existing),
    ]
  }
  const same = existing.filter((organization) => organization.name === name)
  if (same.length === 0) return []
  return [`There is an organization of that name already in ${file}:`, formatOrganizations(same)]
}

function readName({ options }: CommandInput): string | undefined {
  const name = options['org']?.trim()
  if (name === '' || (name?.length ?? 0) > MAX_NAME) {
    throw new CliError(`--org needs a name of at most ${MAX_NAME} characters`)
  }
  return name
}

function readPlan({ options }: CommandInput): Plan | undefined {
  const given = options['plan']
  const plan = PLANS.find((candidate) => candidate === given)
  if (given !== undefined && !plan) throw new CliError(`--plan must be one of ${PLANS.join(', ')}`)
  return plan
}
