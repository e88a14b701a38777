import { BodyBudget } from '../auth/body-budget.ts'
import type { HttpServices } from '../http/http-services.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { restApp } from '../http/rest.ts'
import { routesOf } from '../http/routes.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { App } from '../server/app.ts'
import { SecondDoor } from './second-door.ts'

/** The services of the HTTP adapters, as the dispatcher of a running service makes them. */
export function httpServicesOf({ services }: App): HttpServices {
  const { context, ...rest } = services
  return {
    ...rest,
    app: context,
    bodies: new BodyBudget(),
    streams: new OpenStreams(),
    publicUrl: context.publicUrl,
    servers: [],
    protectedResources: [],
  }
}

/** Opens a port of a running service behind which there are operations of a test alone. */
export function openTrialDoor(app: App, operations: readonly Operation[]): Promise<SecondDoor> {
  const services = httpServicesOf(app)
  return SecondDoor.behind(restApp(operations, routesOf(operations, services), services))
}
