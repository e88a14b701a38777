import express from 'express'
import type { ErrorRequestHandler, Express } from 'express'
import type { Operation } from '../kernel/door/operation.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { HttpServices } from './http-services.ts'
import type { ServedRoute } from './routes.ts'
import { staticRoutes } from './static-metadata.ts'
import { answerUnserved } from './unserved.ts'

/**
 * Makes the Express application that serves pages, and finds the routes of addresses in another spelling than the
 * declared one.
 */
export function restApp(
  operations: readonly Operation[],
  routes: readonly ServedRoute[],
  services: HttpServices,
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  const fixed = fixedHeaders(services)
  app.use((request, response, next) => {
    response.set(fixed)
    assertOneHost(request)
    next()
  })
  app.use(staticRoutes(operations, services))
  for (const { address, serve } of routes.filter(isWrittenByPeople).toSorted(literalFirst)) {
    // @NOTE no address has a wildcard, whose parameter alone is a list.
    app
      .route(address)
      .all((request, response) =>
        serve(request, response, request.params as Record<string, string>),
      )
  }
  app.use((request, response) =>
    answerUnserved(services, { request, response }, () => {
      throw new ServiceError(
        'NOT_FOUND',
        `No route ${request.method} ${request.path.slice(0, 200)}`,
      )
    }),
  )
  app.use(refuseThrown(services))
  return app
}

/**
 * True for a route whose address a person may spell in another way. A beacon is sent by a script, which uses its
 * address as it was declared.
 */
const isWrittenByPeople = ({ isBeacon }: ServedRoute): boolean => !isBeacon

/**
 * Orders routes so that `/topics/:siteId/merge` comes before `/topics/:siteId/:topicId`, which would match `merge` as
 * an id.
 */
const literalFirst = (a: ServedRoute, b: ServedRoute): number =>
  a.address.split('/:').length - b.address.split('/:').length

/** Makes the handler of errors of a page, or of Express itself, which are thrown before the request was counted. */
function refuseThrown(services: HttpServices): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown)
      return
    }
    return answerUnserved(services, { request, response }, () => {
      throw isBadRequest(thrown) ? unreadable(thrown) : thrown
    })
  }
}

const unreadable = (cause: unknown): ServiceError =>
  new ServiceError('BAD_REQUEST', 'The request could not be read', { cause })

/**
 * True for errors that Express itself throws for an address that is not properly encoded, or a client that went away.
 */
const isBadRequest = (thrown: unknown): boolean =>
  thrown instanceof URIError ||
  (thrown instanceof Error &&
    !(thrown instanceof ServiceError) &&
    (('status' in thrown && thrown.status === 400) ||
      ('code' in thrown && thrown.code === 'ECONNRESET')))
