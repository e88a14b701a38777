import { sessionRole } from '../door/access.ts'
import { isRoleAtLeast, type Role } from '../door/principal.ts'
import { ALL_SCOPES, expandScopes, type Scope } from '../door/scopes.ts'

// Something that a person made may do no more than the person may. These functions say what may remain, by the role of
// its maker. The role `undefined` means that the person is not a member.

/** The lowest role of a person who may make keys, webhooks and invitations. */
const MAKERS_ROLE: Role = 'admin'

const reaches = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && isRoleAtLeast(role, needed)

/** Returns the scopes of a grant that a maker with this role may give: those that a session with the role has. */
const scopesHeldBy = (role: Role | undefined): ReadonlySet<Scope> =>
  new Set(ALL_SCOPES.filter((scope) => reaches(role, sessionRole({ by: 'scope', anyOf: [scope] }))))

/**
 * Returns what remains of a grant under the role of its maker: the grant itself where the role allows all of it, and
 * otherwise the remaining scopes one by one, or an empty list. `*` includes scopes that are added one day, so only
 * people who may make keys may give it.
 */
export function narrowGrant(granted: readonly string[], role: Role | undefined): readonly string[] {
  if (reaches(role, MAKERS_ROLE)) return granted
  const held = scopesHeldBy(role)
  if (granted.every((scope) => ALL_SCOPES.some((one) => one === scope && held.has(one)))) {
    return granted
  }
  return [...expandScopes(granted)].filter((scope) => held.has(scope))
}

/** True where the webhooks of a maker with this role may go on. */
export const mayKeepWebhooks = (role: Role | undefined): boolean => reaches(role, MAKERS_ROLE)

/**
 * True where an invitation from a sender with this role may stand: a person cannot grant a role that they do not
 * reach.
 */
export const mayKeepInvitation = (role: Role | undefined, invitedAs: Role): boolean =>
  reaches(role, MAKERS_ROLE) && reaches(role, invitedAs)
