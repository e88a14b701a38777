import type { Route } from '../../examples/client/citable.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'

/**
 * The roles that routes need, by route, without those that the smallest role may call. The bundler takes them from the
 * description of the API.
 */
declare const REQUIRED_ROLES: Readonly<Record<string, string>>

const ROLES = ['viewer', 'editor', 'admin', 'owner']

/**
 * Returns the check whether the person who is signed in may call a route, so that the page offers nothing that would be
 * refused.
 */
export function useMay(): (route: Route) => boolean {
  const current = useStore(session)
  const role = 'me' in current ? current.me.role : 'viewer'
  return (route) => ROLES.indexOf(role) >= ROLES.indexOf(REQUIRED_ROLES[route] ?? 'viewer')
}
