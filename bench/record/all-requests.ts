import { brokenRouteRequests } from './broken-route-requests.ts'
import { collectRequests } from './collect-requests.ts'
import { mcpRequests } from './mcp-requests.ts'
import { oauthRequests } from './oauth-requests.ts'
import { otherRequests } from './other-requests.ts'
import { readRequests } from './read-requests.ts'
import type { RequestOfRecord } from './request-of-record.ts'
import { linkRequest, toolRequests } from './tool-requests.ts'
import { writeRequests } from './write-requests.ts'

/** The kinds of requests in the order in which they are sent: what changes something comes last. */
const KINDS: Readonly<Record<string, () => RequestOfRecord[]>> = {
  tools: toolRequests,
  mcp: mcpRequests,
  reads: readRequests,
  broken: () => [linkRequest(), ...brokenRouteRequests()],
  other: otherRequests,
  collect: collectRequests,
  oauth: oauthRequests,
  writes: writeRequests,
}

/** Makes all requests. Throws where two have one name. */
export function allRequests(): Map<string, RequestOfRecord[]> {
  const made = new Map(Object.entries(KINDS).map(([kind, make]) => [kind, make()]))
  const names = [...made.values()].flat().map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`Two requests are called ${twice}`)
  return made
}
