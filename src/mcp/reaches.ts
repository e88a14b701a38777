import { hasAnyScope, isWithinConsent, type Access } from '../kernel/door/access.ts'
import type { Principal } from '../kernel/door/principal.ts'

/**
 * True for what a caller is shown in lists: what its scopes and its consent cover, and never what only a session may
 * do.
 */
export const reaches = (principal: Principal, access: Access): boolean =>
  access.by === 'public' ||
  (access.by === 'scope' &&
    principal.kind !== 'anonymous' &&
    hasAnyScope(principal, access.anyOf) &&
    isWithinConsent(access, principal))
