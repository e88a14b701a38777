import type { AccountStore, Organization } from '../../db/system/accounts.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { CliError } from './cli-error.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** The most organizations that a message lists; `org list` has all. */
const MAX_LISTED = 20

/**
 * Finds the organization with this id or slug, or with this name where only one has it; where `wanted` is left out, the
 * only organization. Throws CliError that says that no organization exists, or which ones do.
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
      `There are ${pluralize(matching.length, 'organization')}${such} in ${file}; say which with --org ID:\n${formatOrganizations(matching)}`,
    )
  }
  throw new CliError(
    `There is no organization ${cleanExcerpt(wanted ?? '')} in ${file}, which has:\n${formatOrganizations(all)}`,
  )
}

/**
 * Finds the organizations that a text names: by id or slug first, since an organization could choose those of another
 * as its name. No slug looks like an id.
 */
function named(all: readonly Organization[], wanted: string): Organization[] {
  const unique = all.filter(({ id, slug }) => id === wanted || slug === wanted)
  return unique.length > 0 ? unique : all.filter(({ name }) => name === wanted)
}

/** Writes one line for each organization: its id, name and plan. */
export function formatOrganizations(organizations: readonly Organization[]): string {
  const shown = organizations.slice(0, MAX_LISTED)
  const more = organizations.length - shown.length
  return [
    ...shown.map(({ id, name, plan }) => `  ${id}  ${cleanExcerpt(name)}  (plan ${plan})`),
    ...(more > 0 ? [`  and ${more} more; npx citable org list has all`] : []),
  ].join('\n')
}
