import type { AccountStore, Organization } from '../../db/system/accounts.ts'
import { counted } from '../lib/text/counted.ts'
import { CliError } from './cli-error.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** Organizations that a message names; `org list` has all. */
const MAX_LISTED = 20

/**
 * The organization with that id or, where only one has it, that name; without either, the only one there is. Throws
 * CliError that says whether there is none or more than one, and which.
 */
export async function chooseOrganization(
  { accounts, file }: { accounts: AccountStore; file: string },
  wanted: string | undefined,
): Promise<Organization> {
  const all = await accounts.organizations()
  if (all.length === 0) {
    throw new CliError(
      `There is no organization in ${file}; make one with: npx citable owner create --email you@example.com`,
    )
  }
  const matching = wanted === undefined ? all : named(all, wanted)
  const [first] = matching
  if (first && matching.length === 1) return first
  if (first) {
    const such = wanted === undefined ? '' : ` of that name`
    throw new CliError(
      `There are ${counted(matching.length, 'organization')}${such} in ${file}; say which with --org ID:\n${listed(matching)}`,
    )
  }
  throw new CliError(
    `There is no organization ${cleanExcerpt(wanted ?? '')} in ${file}, which has:\n${listed(all)}`,
  )
}

/** An id is never another one's name, unless somebody chose that name. */
function named(all: readonly Organization[], wanted: string): Organization[] {
  const byId = all.filter(({ id }) => id === wanted)
  return byId.length > 0 ? byId : all.filter(({ name }) => name === wanted)
}

/** A line each: id, name, plan. */
export function listed(organizations: readonly Organization[]): string {
  const shown = organizations.slice(0, MAX_LISTED)
  const more = organizations.length - shown.length
  return [
    ...shown.map(({ id, name, plan }) => `  ${id}  ${cleanExcerpt(name)}  (plan ${plan})`),
    ...(more > 0 ? [`  and ${more} more; npx citable org list has all`] : []),
  ].join('\n')
}
