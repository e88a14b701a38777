import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { UniqueViolationError } from '../../db/errors.ts'
import { newId } from '../core/ids.ts'
import { PLANS } from '../core/plans.ts'
import { CliError } from './cli-error.ts'
import type { Result, Values } from './commands.ts'
import { withServices } from './with-services.ts'

const MIN_PASSWORD = 10

/** Makes an organization with its owner. Without `--password-stdin` a password is made up and shown once. */
export function createOwner(values: Values): Promise<Result> {
  return withServices(async ({ context, database }, config) => {
    const email = readEmail(values['email'])
    const plan = readPlan(values['plan'], config.defaultPlan)
    const given = values['password-stdin'] === true ? (await text(process.stdin)).trim() : undefined
    if (given !== undefined && given.length < MIN_PASSWORD) {
      throw new CliError(`The password needs at least ${MIN_PASSWORD} characters`)
    }
    const password = given ?? randomBytes(15).toString('base64url')
    const now = context.now()
    const organization = {
      id: newId('org', now),
      name: String(values['org'] ?? email),
      plan,
      created_at: now,
    }
    const user = {
      id: newId('usr', now),
      email,
      password_hash: await context.passwords.hash(password),
      created_at: now,
    }
    try {
      await database.accounts.createOwner({ organization, user })
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error
      throw new CliError(`${email} has an account already`, { cause: error })
    }
    const shown = given === undefined ? { password } : {}
    const data = { orgId: organization.id, userId: user.id, email, plan, ...shown }
    const secret = given === undefined ? `\nPassword (shown this once): ${password}` : ''
    return {
      data,
      text: `Made ${email} the owner of ${organization.name} (${organization.id}, plan ${plan}).${secret}\nNext: citable key create --scopes "sites:write analytics:read"`,
    }
  })
}

function readEmail(value: string | boolean | undefined): string {
  const parsed = z
    .email()
    .max(254)
    .safeParse(
      String(value ?? '')
        .trim()
        .toLowerCase(),
    )
  if (!parsed.success) throw new CliError('--email needs an address such as you@example.com')
  return parsed.data
}

function readPlan(value: string | boolean | undefined, fallback: (typeof PLANS)[number]) {
  if (value === undefined) return fallback
  const plan = PLANS.find((candidate) => candidate === value)
  if (!plan) throw new CliError(`--plan must be one of ${PLANS.join(', ')}`)
  return plan
}
