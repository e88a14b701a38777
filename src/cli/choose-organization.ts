import type { AccountStore, Organization } from '../../db/system/accounts.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { CliError } from './cli-error.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** Organizations that a message lists at most; `org list` has all. */
const MAX_LISTED = 20

/**
 * Finds the organization with that id or slug, or with that name when only one has it; without either, the only
 * organization. Throws CliError that says whether no organization exists or several do, and which.
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
 * Ids and slugs come first, since an organization could choose those of another as its name; no slug looks like an id.
 */
function named(all: readonly Organization[], wanted: string): Organization[] {
  const unique = all.filter(({ id, slug }) => id === wanted || slug === wanted)
  return unique.length > 0 ? unique : all.filter(({ name }) => name === wanted)
}

/** One line for each organization: id, name, plan. */
export function formatOrganizations(organizations: readonly Organization[]): string {
  const shown = organizations.slice(0, MAX_LISTED)
  const more = organizations.length - shown.length
  return [
    ...shown.map(({ id, name, plan }) => `  ${id}  ${cleanExcerpt(name)}  (plan ${plan})`),
    ...(more > 0 ? [`  and ${more} more; npx citable org list has all`] : []),
  ].join('\n')
}
