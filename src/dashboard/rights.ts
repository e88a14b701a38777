import type { Route } from '../../examples/client/citable.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'

/** Routes that take more than the smallest role, from the description of the API; the bundler puts it in. */
declare const REQUIRED_ROLES: Readonly<Record<string, string>>

const ROLES = ['viewer', 'editor', 'admin', 'owner']

/** Says whether the person who is signed in may call a route, so that nothing is offered that would be refused. */
export function useMay(): (route: Route) => boolean {
  const current = useStore(session)
  const role = 'me' in current ? current.me.role : 'viewer'
  return (route) => ROLES.indexOf(role) >= ROLES.indexOf(REQUIRED_ROLES[route] ?? 'viewer')
}
