import { ServiceError } from './errors.ts'
import {
  isRoleAtLeast,
  type OrgPrincipal,
  type Principal,
  type Role,
  siteIdsOf,
} from './principal.ts'
import type { Scope } from './scopes.ts'
import { addressOf } from './surface.ts'
import { assertPlanReaches } from '../plan/plans.ts'

/**
 * Says who may call an operation. It is required on every operation: there is no default to fall back to.
 * - `scope`: a key that holds any of `anyOf`, or a session whose role reaches what the scopes imply, or `role`. With
 *   `keyPlan`, keys need a plan that has it; people do not. With `withoutWords`, a caller who may not read readers' own
 *   words gets answers without them; without it, such a caller is refused.
 * - `session`: a session alone, with at least `role`; API keys are refused.
 * - `member`: any key, with any scopes, and a session of any role. It is for what is the same for all of an
 *   organization.
 * - `link`: a signed link alone, sent as the query parameter `link`, whose key still holds any of `anyOf`.
 */
export type Access =
  | { by: 'public' }
  | { by: 'member' }
  | {
      by: 'scope'
      anyOf: readonly [Scope, ...Scope[]]
      role?: Role
      keyPlan?: 'keysReadSettings'
      withoutWords?: true
    }
  | { by: 'session'; role: Role }
  | { by: 'link'; anyOf: readonly [Scope, ...Scope[]] }

export type ScopeAccess = Extract<Access, { by: 'scope' }>

/** The access rules that take a credential in the header Authorization. */
export type BearerAccess = Extract<Access, { by: 'member' | 'scope' | 'session' }>

/** Returns the role that a session needs where a key needs a scope: viewers read, editors write. */
export function sessionRole(access: BearerAccess): Role {
  if (access.by === 'session') return access.role
  if (access.by === 'member') return 'viewer'
  if (access.role) return access.role
  return access.anyOf.every((scope) => scope.endsWith(':write')) ? 'editor' : 'viewer'
}

/** Returns the caller who may go on; undefined for a public operation. Throws errors of status 401 or 403 otherwise. */
export function authorise(access: Access, principal: Principal): OrgPrincipal | undefined {
  switch (access.by) {
    case 'public':
      return undefined
    case 'link':
      return authoriseLink(access, principal)
    case 'member':
    case 'scope':
    case 'session':
      return authoriseBearer(access, principal)
  }
}

function authoriseBearer(access: BearerAccess, principal: Principal): OrgPrincipal {
  switch (principal.kind) {
    case 'operator':
      return principal
    case 'session':
      return authoriseSession(access, principal)
    case 'key':
      return authoriseKey(access, principal)
    // A link opens its file, and nothing else.
    case 'link':
    case 'anonymous':
    default:
      throw new ServiceError(
        'UNAUTHENTICATED',
        'Send a credential as Authorization: Bearer <token>',
      )
  }
}

/**
 * Lets a link in for as long as its key could make it: throws for any other credential, and where the key has lost its
 * plan or all scopes of `anyOf`.
 */
function authoriseLink(
  { anyOf }: Extract<Access, { by: 'link' }>,
  principal: Principal,
): OrgPrincipal {
  if (principal.kind !== 'link') {
    throw new ServiceError('UNAUTHENTICATED', 'Open the whole link, with ?link=…')
  }
  assertPlanReaches(principal.plan, 'MCP servers', ({ mcp }) => mcp)
  assertScope(principal, anyOf)
  return principal
}

/** Tells whether a rule lets the caller in, for an operation that serves everybody and shows more to some callers. */
export function isAuthorised(access: Access, principal: Principal): boolean {
  try {
    authorise(access, principal)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

function authoriseSession(
  access: BearerAccess,
  principal: OrgPrincipal & { kind: 'session' },
): OrgPrincipal {
  const role = sessionRole(access)
  if (!isRoleAtLeast(principal.role, role)) {
    throw new ServiceError('ROLE_REQUIRED', `This needs the role ${role} or higher`)
  }
  return principal
}

function authoriseKey(
  access: BearerAccess,
  principal: OrgPrincipal & { kind: 'key' },
): OrgPrincipal {
  assertPlanReaches(principal.plan, 'API keys', ({ apiKeys }) => apiKeys, {
    hint: 'this key works again after an upgrade',
  })
  if (access.by === 'session') {
    throw new ServiceError('SESSION_REQUIRED', 'This route takes a session token, not an API key')
  }
  if (access.by === 'member') return principal
  assertScope(principal, access.anyOf)
  if (!isWithinConsent(access, principal)) throw lacksWords(principal)
  const { keyPlan } = access
  if (keyPlan) {
    assertPlanReaches(principal.plan, 'API keys on this route', (limits) => limits[keyPlan], {
      hint: 'a session reaches it on every plan',
    })
  }
  return principal
}

function assertScope(
  principal: OrgPrincipal & { kind: 'key' | 'link' },
  anyOf: readonly [Scope, ...Scope[]],
): void {
  if (!holdsAny(principal.scopes, anyOf)) throw lackingAll(principal, anyOf)
}

function lackingAll(principal: OrgPrincipal, anyOf: readonly [Scope, ...Scope[]]): ServiceError {
  const scopes = anyOf.join(' or ')
  const message =
    principal.kind === 'key' && principal.consent
      ? `The person who connected this assistant left out ${scopes}; they can add it without connecting again: ${grantAddress(principal)}`
      : `This key lacks ${scopes}; create a key with it: citable key create --scopes ${anyOf[0]}`
  return new ServiceError('INSUFFICIENT_SCOPE', message, { scopes: anyOf })
}

/** Returns the method and address by which a person changes what they have granted. */
const grantAddress = ({ keyId }: { keyId: string }): string =>
  `PUT ${addressOf({ surface: 'api', path: `/auth/grants/${keyId}` })}`

const lacksWords = (grant: { keyId: string }): ServiceError =>
  new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This shows what readers wrote, and the person who connected this assistant left readers’ own words out; they can allow them without connecting again: ${grantAddress(grant)}`,
  )

const holdsAny = (held: ReadonlySet<Scope>, anyOf: readonly Scope[]): boolean =>
  anyOf.some((scope) => held.has(scope))

/** Throws INSUFFICIENT_SCOPE for a key that is narrowed to sites, where the data is of the whole organization. */
export function assertAllSites(principal: OrgPrincipal, what: string): void {
  if (siteIdsOf(principal) === undefined) return
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This key is narrowed to sites, and ${what}; use a key of all sites, or a session`,
  )
}

/**
 * True where the caller holds any of the scopes, or is a person or the operator, who read all of the organization;
 * false for a link.
 */
export function hasAnyScope(principal: OrgPrincipal, anyOf: readonly Scope[]): boolean {
  switch (principal.kind) {
    case 'key':
      return holdsAny(principal.scopes, anyOf)
    case 'session':
    case 'operator':
      return true
    case 'link':
      return false
  }
}

/** Throws INSUFFICIENT_SCOPE for a caller who may not see the part of an answer that a scope covers. */
export function assertMaySee(principal: OrgPrincipal, scope: Scope): void {
  if (!hasAnyScope(principal, [scope])) throw lackingAll(principal, [scope])
}

/** Throws INSUFFICIENT_SCOPE for a caller who may not see the part of an answer that readers wrote. */
export function assertMayReadWords(principal: OrgPrincipal): void {
  if (principal.kind === 'key' && !mayReadWords(principal)) throw lacksWords(principal)
}

/** Makes the access rule by a scope from the one that reads of sites declare. */
export const accessByScope = ({
  anyOf,
  withoutWords,
}: Pick<ScopeAccess, 'anyOf' | 'withoutWords'>): ScopeAccess => ({
  by: 'scope',
  anyOf,
  ...(withoutWords && { withoutWords }),
})

/** True for an operation that shows the caller only words that the person who granted allowed. */
export const isWithinConsent = (access: Access, principal: Principal): boolean =>
  (access.by === 'scope' && access.withoutWords === true) || mayReadWords(principal)

/** True where the caller may read what readers wrote: no scope divides it, but a person who grants may leave it out. */
export const mayReadWords = (principal: Principal): boolean =>
  principal.kind !== 'key' || principal.consent?.mayReadWords !== false
