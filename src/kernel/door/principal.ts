import type { LinkGrant } from '../credentials/link-signer.ts'
import type { Plan } from '../plan/plans.ts'
import type { Scope } from './scopes.ts'

/** The roles in rising order: each may do what the ones before it may. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** Reads a role; an unknown role in a row counts as the narrowest one. */
export const roleOf = (value: string): Role => ROLES.find((role) => role === value) ?? 'viewer'

export const isRoleAtLeast = (held: Role, needed: Role): boolean =>
  ROLES.indexOf(held) >= ROLES.indexOf(needed)

/**
 * A caller who belongs to an organization. The operator works on the database itself, with the command line, and may do
 * there what an owner may.
 */
export type OrgPrincipal =
  | {
      kind: 'session'
      orgId: string
      plan: Plan
      sessionId: string
      userId: string
      role: Role
    }
  | { kind: 'operator'; orgId: string; plan: Plan }
  | ({ kind: 'key'; orgId: string; plan: Plan; keyId: string; consent?: Consent } & KeyRights)
  | LinkPrincipal

/** The choices of the person who granted this to a client over OAuth; a key that was made without OAuth has none. */
export interface Consent {
  /** The whole address that the grant is for. */
  resource: string
  /** The scopes that the client asked for, including those that the person left out. */
  asked: ReadonlySet<Scope>
  /** False where the person left readers' own words out. */
  mayReadWords: boolean
}

/** The holder of a link: may open the one file that the link stands for, as long as the key that made it may. */
export interface LinkPrincipal extends KeyRights {
  kind: 'link'
  orgId: string
  plan: Plan
  keyId: string
  grant: LinkGrant
}

/** The rights of a key, and the sites that they hold for. */
interface KeyRights {
  scopes: ReadonlySet<Scope>
  /** The ids of the sites that the key is narrowed to; undefined for every site. */
  siteIds: ReadonlySet<string> | undefined
}

/**
 * A caller, decided once by the transport, from the bearer token alone. A kind that is added here and not above reaches
 * nothing of any organization: functions that do take an `OrgPrincipal`, and `authorise` lets no other through.
 */
export type Principal = { kind: 'anonymous' } | OrgPrincipal

/** Returns the ids of the sites that the caller is narrowed to; undefined for every site of the organization. */
export function siteIdsOf(principal: OrgPrincipal): ReadonlySet<string> | undefined {
  switch (principal.kind) {
    case 'key':
    case 'link':
      return principal.siteIds
    case 'session':
    case 'operator':
      return undefined
  }
}

export interface Actor {
  type: 'user' | 'key' | 'system'
  id: string
}

/** The actor of changes by the person who works on the database itself, with the command line. */
export const OPERATOR: Actor = { type: 'system', id: 'cli' }

export function actorOf(principal: OrgPrincipal): Actor {
  switch (principal.kind) {
    case 'key':
    case 'link':
      return { type: 'key', id: principal.keyId }
    case 'session':
      return { type: 'user', id: principal.userId }
    case 'operator':
      return OPERATOR
  }
}

/** Returns an id that tells a caller's requests from those of others. Requests by a link have the id of its key. */
export function credentialOf(principal: OrgPrincipal): string {
  switch (principal.kind) {
    case 'key':
    case 'link':
      return principal.keyId
    case 'session':
      return principal.sessionId
    case 'operator':
      return OPERATOR.id
  }
}
