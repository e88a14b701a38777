import type { Request } from 'express'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { withLocations } from './field-locations.ts'

/** Refuses a caller before the body is read, where it would be refused whatever the body says. */
export function runPrecheck(
  operation: Operation,
  { app }: { app: AppContext },
  { params }: Pick<Request, 'params'>,
  { caller, principal }: { caller: Caller; principal: Principal },
): Promise<void> {
  const places = { query: {}, path: params, otherwise: 'path' } as const
  return withLocations(() => operation.precheck(app, principal, caller, params), places)
}
