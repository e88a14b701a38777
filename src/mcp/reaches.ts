import { hasAnyScope, isWithinConsent, type Access } from '../kernel/door/access.ts'
import type { Principal } from '../kernel/door/principal.ts'

/**
 * True where lists show a caller what needs this access: its scopes and its consent cover the access, which is not one
 * that only a session has.
 */
export const reaches = (principal: Principal, access: Access): boolean =>
  access.by === 'public' ||
  (access.by === 'scope' &&
    principal.kind !== 'anonymous' &&
    hasAnyScope(principal, access.anyOf) &&
    isWithinConsent(access, principal))
