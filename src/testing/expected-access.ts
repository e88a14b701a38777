import { SURFACES } from '../kernel/door/surface.ts'
import { signedBodyOf } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { serverAddress, type ServerDefinition } from '../kernel/assistants/server-definition.ts'
import type { GrantableScope } from '../kernel/door/scopes.ts'
import type { CredentialHolder } from './credential-matrix.ts'

// This says once more who may do what, apart from the code that enforces it.

/** The word for any success. */
export const ALLOWED = 'allowed'
export const refusal = (code: string, status: number): string => `${status} ${code}`

/** Grants as contract 5.3 says. */
export function grants(held: readonly GrantableScope[], needed: string): boolean {
  const [area = '', verb] = needed.split(':')
  return held.some((scope) => {
    if (scope === '*') return true
    const [heldArea, heldVerb] = scope.split(':')
    return heldArea === area && (heldVerb === verb || heldVerb === 'write')
  })
}

/** The result that a credential's holder expects over REST: `ALLOWED`, or the status and code of a refusal. */
export function expectedOnRest(operation: Operation, holder: CredentialHolder): string {
  if (looksAtNoCredential(operation)) return ALLOWED
  // A grant is for an address of MCP.
  if (holder.is === 'refused' || holder.is === 'grant') return refusal('INVALID_CREDENTIAL', 401)
  if (operation.name === 'tools.aiScore') return expectedOfScore(holder)
  // The servers of tests have people, so they have no setup.
  if (NOT_FOUND_IN_TESTS.has(operation.name)) return refusal('NOT_FOUND', 404)
  // The sample has no signature that is valid.
  if (operation.http && signedBodyOf(operation.http)) return refusal('BAD_REQUEST', 400)
  if (operation.access.by === 'public') return ALLOWED
  if (operation.access.by === 'link') return expectedOfLink(holder)
  if (holder.is === 'nobody') return refusal('UNAUTHENTICATED', 401)
  return holder.is === 'session'
    ? expectedOfRole(operation, holder)
    : expectedOfKey(operation, holder)
}

/** True for an operation on a surface that takes no credential, and looks at none. */
export const looksAtNoCredential = ({ http }: Operation): boolean =>
  http !== undefined && SURFACES[http.surface].credentials.length === 0

const NOT_FOUND_IN_TESTS = new Set(['auth.setup'])
const ENTERPRISE = new Set([
  'prompts.import',
  'prompts.export',
  'org.updateBranding',
  'domains.add',
  'domains.verify',
])
const ENTERPRISE_FOR_KEYS = new Set([
  ...ENTERPRISE,
  'rules.create',
  'rules.update',
  'rules.delete',
  'rules.reorder',
  'audit.list',
  'audit.verify',
  'org.branding',
  'domains.list',
])

/** Everybody may leave; the matrix tries to remove another person. */
const REMOVES_OTHERS = new Set(['members.remove'])

/** All sessions that are tried are of the plan business. */
function expectedOfRole(
  { name, access }: Operation,
  { role }: Extract<CredentialHolder, { is: 'session' }>,
): string {
  const rank = { viewer: 0, editor: 1, admin: 2, owner: 3 }
  const onlyWrites =
    access.by === 'scope' && access.anyOf.every((scope) => scope.endsWith(':write'))
  const needed = REMOVES_OTHERS.has(name)
    ? 'admin'
    : name.startsWith('audit.')
      ? 'admin'
      : access.by === 'session'
        ? access.role
        : onlyWrites
          ? 'editor'
          : 'viewer'
  if (rank[role] < rank[needed]) return refusal('ROLE_REQUIRED', 403)
  // The people whose sessions are tried have no password.
  if (name === 'auth.changePassword') return refusal('VALIDATION_FAILED', 422)
  return ENTERPRISE.has(name) ? refusal('PLAN_REQUIRED', 403) : ALLOWED
}

function expectedOfKey(
  { name, access }: Operation,
  { plan, scopes }: Extract<CredentialHolder, { is: 'key' }>,
): string {
  if (plan === 'free') return refusal('PLAN_REQUIRED', 403)
  if (access.by === 'member') return ALLOWED
  if (access.by !== 'scope') return refusal('SESSION_REQUIRED', 403)
  const isGranted = access.anyOf.some((scope) => grants(scopes, scope))
  if (!isGranted) return refusal('INSUFFICIENT_SCOPE', 403)
  const hasPlan = plan === 'enterprise' || !ENTERPRISE_FOR_KEYS.has(name)
  return hasPlan ? ALLOWED : refusal('PLAN_REQUIRED', 403)
}

/**
 * Returns what a holder gets for a link, which needs nothing else. A link of an organization on the plan pro, whose
 * keys reach no MCP, opens nothing.
 */
const expectedOfLink = (holder: CredentialHolder): string =>
  holder.is === 'key' && holder.plan === 'pro' ? refusal('PLAN_REQUIRED', 403) : ALLOWED

/**
 * Returns what a caller gets for a score. Anybody may ask for one, but a private address is looked at only for callers
 * who read sites, and tests have no other address.
 */
function expectedOfScore(holder: CredentialHolder): string {
  const isKnown =
    holder.is === 'session' ||
    (holder.is === 'key' && holder.plan !== 'free' && grants(holder.scopes, 'sites:read'))
  return isKnown ? ALLOWED : refusal('VALIDATION_FAILED', 422)
}

/** The refusal of a caller of an MCP server before any tool is looked at; undefined where the tools decide. */
export function expectedAtMcpDoor(
  holder: CredentialHolder,
  server: ServerDefinition,
): string | undefined {
  const isPublic = server.publicLimit !== undefined
  // A credential that opens nothing here is refused, even where no credential is needed.
  if (isPublic && (holder.is === 'nobody' || holder.is === 'key')) return undefined
  if (holder.is === 'nobody') return refusal('UNAUTHENTICATED', 401)
  const isTaken =
    holder.is === 'key' || (holder.is === 'grant' && holder.address === serverAddress(server))
  if (!isTaken) return refusal('INVALID_CREDENTIAL', 401)
  const hasPlan = holder.plan === 'business' || holder.plan === 'enterprise'
  return hasPlan ? undefined : refusal('PLAN_REQUIRED', 403)
}

/** The refusal of a call of a tool whose scopes the client never asked for: it may ask the person for them. */
export const expectedOfUnasked = (
  holder: CredentialHolder,
  anyOf: readonly string[],
): string | undefined =>
  holder.is !== 'grant' || anyOf.length === 0 || anyOf.some((scope) => grants(holder.asked, scope))
    ? undefined
    : refusal('INSUFFICIENT_SCOPE', 403)

/** The bulk export belongs to the scope of the import. */
export const READS_THAT_NEED_WRITE: ReadonlySet<string> = new Set([
  'prompts.export',
  'prompts.readerQuestions',
])

/** Reads whose subject is too long for an address. */
const READS_BY_POST: ReadonlySet<string> = new Set(['prompts.check'])

/** The method of an operation, or the one that it would have, so far as it is get or not. */
export const expectedMethod = (name: string, effect: 'read' | 'write'): string =>
  effect === 'read' && !READS_BY_POST.has(name) ? 'get' : 'post'
