import type { LinkGrant } from '../credentials/link-signer.ts'
import type { Plan } from '../plan/plans.ts'
import type { Scope } from './scopes.ts'

/** Each role may do what the ones before it may. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** An unknown role in a row is the narrowest one. */
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

/** What a person chose who granted this to a client over OAuth; a key that was made by itself has none. */
export interface Consent {
  /** The whole address that it is for. */
  resource: string
  /** What its client asked for, whatever the person left of it. */
  asked: ReadonlySet<Scope>
  /** False where the person left readers' own words out. */
  mayReadWords: boolean
}

/** Whoever holds a link: may open the one file that it stands for, as long as the key may that it was made with. */
export interface LinkPrincipal extends KeyRights {
  kind: 'link'
  orgId: string
  plan: Plan
  keyId: string
  grant: LinkGrant
}

/** What a key may do, and with which sites. */
interface KeyRights {
  scopes: ReadonlySet<Scope>
  /** The ids of the sites that it is narrowed to; undefined for every site. */
  siteIds: ReadonlySet<string> | undefined
}

/**
 * A caller, decided once by the transport, from the bearer token alone. Whoever is added here and not above reaches
 * nothing of any organization: what does takes an `OrgPrincipal`, and `authorise` lets no other through.
 */
export type Principal = { kind: 'anonymous' } | OrgPrincipal

/** The sites that the caller is narrowed to; undefined for every site of the organization. */
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

/** Who works on the database itself. */
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

/** An id that tells a caller's requests from those of others. A link's are those of its key. */
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
