import { ROUTES } from '../../src/testing/routes.ts'
import { brokenRequest, FAULTS, type RequestChange, type RequestFault } from './faults.ts'
import type { RequestOfRecord } from './request-of-record.ts'

/** Requests that each route gets; all faults together come equally often, as far as there is something to break. */
const FAULTS_PER_ROUTE = 4

/** Requests to each route that are broken in one way, each route in the ways that were used least. */
export function brokenRouteRequests(): RequestOfRecord[] {
  const uses = new Map<RequestFault, number>(FAULTS.map((fault) => [fault, 0]))
  const usesOf = (fault: RequestFault): number => uses.get(fault) ?? 0
  return ROUTES.flatMap((route) => {
    const possible = FAULTS.flatMap((fault): [RequestFault, RequestChange][] => {
      const change = fault.change(route, usesOf(fault))
      return change ? [[fault, change]] : []
    })
    const chosen = possible.toSorted(([a], [b]) => usesOf(a) - usesOf(b)).slice(0, FAULTS_PER_ROUTE)
    return chosen.map(([fault, change]) => {
      uses.set(fault, usesOf(fault) + 1)
      return brokenRequest(route, fault.what, change)
    })
  })
}
