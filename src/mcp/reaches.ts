import { hasAnyScope, type Access } from '../kernel/access.ts'
import type { OrgPrincipal } from '../kernel/principal.ts'

/** True for what a caller is shown in lists: what its scopes cover, and never what only a session may do. */
export const reaches = (principal: OrgPrincipal, access: Access): boolean =>
  access.by === 'public' || (access.by === 'scope' && hasAnyScope(principal, access.anyOf))
