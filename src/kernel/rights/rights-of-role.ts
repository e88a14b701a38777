import { sessionRole } from '../door/access.ts'
import { isRoleAtLeast, type Role } from '../door/principal.ts'
import { ALL_SCOPES, expandScopes, type Scope } from '../door/scopes.ts'

// What somebody made may do no more than they may: this says what may stand that a person made, by the role that they
// have. `undefined` stands for who is no member at all.

/** Who has at least this role makes keys, webhooks and invitations. */
const MAKERS_ROLE: Role = 'admin'

const reaches = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && isRoleAtLeast(role, needed)

/** The scopes that a grant may hold whose maker has this role: those of what a session of theirs may do. */
const scopesHeldBy = (role: Role | undefined): ReadonlySet<Scope> =>
  new Set(ALL_SCOPES.filter((scope) => reaches(role, sessionRole({ by: 'scope', anyOf: [scope] }))))

/**
 * What is left of a grant under the role of its maker: the grant itself where the role allows all of it, and else the
 * scopes that are left of it, one by one; none where nothing is. `*` is what is added to scopes one day, too, which only
 * those may give who make keys.
 */
export function narrowGrant(granted: readonly string[], role: Role | undefined): readonly string[] {
  if (reaches(role, MAKERS_ROLE)) return granted
  const held = scopesHeldBy(role)
  if (granted.every((scope) => ALL_SCOPES.some((one) => one === scope && held.has(one)))) {
    return granted
  }
  return [...expandScopes(granted)].filter((scope) => held.has(scope))
}

/** True where a webhook may go on that somebody with this role vouches for. */
export const mayKeepWebhooks = (role: Role | undefined): boolean => reaches(role, MAKERS_ROLE)

/** True where an invitation to a role stands that somebody with this role sent: nobody grants what they lack. */
export const mayKeepInvitation = (role: Role | undefined, invitedAs: Role): boolean =>
  reaches(role, MAKERS_ROLE) && reaches(role, invitedAs)
