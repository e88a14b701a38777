import type { Plan } from './plans.ts'
import type { Scope } from './scopes.ts'

/** Each role may do what the ones before it may. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const roleReaches = (held: Role, needed: Role): boolean =>
  ROLES.indexOf(held) >= ROLES.indexOf(needed)

/** Who calls: decided once by the transport, from the bearer token alone. */
export type Principal =
  | { kind: 'anonymous' }
  | {
      kind: 'session'
      orgId: string
      plan: Plan
      sessionId: string
      userId: string
      role: Role
    }
  | { kind: 'key'; orgId: string; plan: Plan; keyId: string; scopes: ReadonlySet<Scope> }

export type OrgPrincipal = Exclude<Principal, { kind: 'anonymous' }>

export interface Actor {
  type: 'user' | 'key' | 'system'
  id: string
}

export function actorOf(principal: OrgPrincipal): Actor {
  return principal.kind === 'key'
    ? { type: 'key', id: principal.keyId }
    : { type: 'user', id: principal.userId }
}
