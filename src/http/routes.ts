import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { isForAnyOrigin, requestBodyOf } from '../kernel/door/http-binding.ts'
import { onEachSurface, type Operation } from '../kernel/door/operation.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { AddressTree } from './address-tree.ts'
import type { HttpServices } from './http-services.ts'
import { serve, type Bound, type Serve } from './serve.ts'
import { answerUnserved } from './unserved.ts'

/** The route of one address, for all methods. */
export interface ServedRoute {
  /** The address as it is declared, with `:name` for a parameter. */
  address: string
  /** The methods that an operation takes, in capitals. */
  methods: readonly string[]
  isBeacon: boolean
  serve: Serve
}

/** Makes the routes of all operations that have one: each address serves its methods and refuses the others. */
export function routesOf(operations: readonly Operation[], services: HttpServices): ServedRoute[] {
  const bound = operations
    .flatMap(onEachSurface)
    .filter((one): one is Bound => one.http !== undefined)
  const byAddress = new Map<string, Bound[]>()
  for (const operation of bound) {
    const address = addressOf(operation.http)
    byAddress.set(address, [...(byAddress.get(address) ?? []), operation])
  }
  return [...byAddress].map(([address, all]) => ({
    address,
    methods: all.map(({ http }) => http.method.toUpperCase()),
    isBeacon: all.some(({ http }) => requestBodyOf(http) === 'beacon'),
    serve: byMethod(all, services),
  }))
}

/** Answers a HEAD as the GET, without its body. */
function byMethod(operations: readonly Bound[], services: HttpServices): Serve {
  const serving = new Map<string, Serve>()
  for (const operation of operations) {
    const one = serve(operation, services)
    for (const method of methodsOf(operation)) serving.set(method, one)
  }
  const refused = methodRefusal(operations, services)
  return (request, response, params) =>
    (serving.get(request.method ?? '') ?? refused)(request, response, params)
}

function methodsOf({ http }: Bound): string[] {
  const method = http.method.toUpperCase()
  if (isForAnyOrigin(http)) return [method, 'OPTIONS']
  return method === 'GET' ? [method, 'HEAD'] : [method]
}

function methodRefusal(operations: readonly Bound[], services: HttpServices): Serve {
  const methods = operations.map(({ http }) => http.method.toUpperCase()).join(', ')
  // Pages of any origin may also read the refusal of what they send, which counts as such a request.
  const open = operations.find(({ http }) => isForAnyOrigin(http))
  return (request, response) =>
    answerUnserved(services, { request, response, operation: open }, ({ headers }) => {
      headers['Allow'] = open ? `${methods}, OPTIONS` : methods
      throw new ServiceError('METHOD_NOT_ALLOWED', `This route takes ${methods}`)
    })
}

/**
 * Makes the function that finds the route of a path in its declared spelling; undefined for every other path. Express
 * finds the routes of those: it knows every spelling of an address, and costs as much as all of the work of a plain
 * read.
 */
export function routeFinder(routes: readonly ServedRoute[]) {
  const tree = new AddressTree<Serve>()
  for (const { address, serve: served } of routes) tree.add(address, served)
  return (path: string) => {
    const found = tree.find(path)
    return (
      found &&
      ((request: IncomingMessage, response: ServerResponse) =>
        found.value(request, response, found.params))
    )
  }
}
