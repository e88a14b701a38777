import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PartHealth } from '../kernel/ports/health.ts'
import { hostFault } from '../kernel/wire/host-header.ts'

/** The address that answers once the process has started, for a supervisor that would otherwise restart the process. */
const HEALTH = '/healthz'
/**
 * The address that answers 200 while the service can serve, for a load balancer. The service cannot serve while its
 * database is unreadable or the service stops. Degraded parts are named with status 200: another server would not have
 * more of the same disk.
 */
const READINESS = '/readyz'

/** Routes that are answered before all others, without a credential and without a limit. */
export const HEALTH_ROUTES: readonly string[] = [HEALTH, READINESS]

interface HealthChecks {
  /** Reads the state of each part; it bounds its own cost, since anybody may ask. */
  readParts(): Promise<Readonly<Record<string, PartHealth>>>
  stopping: AbortSignal
  /** A name of the server that tells servers apart. */
  instance: string
  /** The headers of each answer. */
  fixed: Readonly<Record<string, string>>
}

type Answer = (response: ServerResponse) => unknown

/** Finds the handler of a request for health or readiness; undefined for any other. */
export function healthAnswers(checks: HealthChecks) {
  const answers = new Map<string, Answer>([
    [HEALTH, (response) => send(checks, response, 200, 'ok')],
    [READINESS, (response) => answerReadiness(checks, response)],
  ])
  // A request without a host, or with two, is refused together with all others.
  return (request: IncomingMessage): Answer | undefined =>
    hostFault(request) === undefined ? answers.get(healthPathOf(request) ?? '') : undefined
}

/** Answers a request for health or readiness before the end of the start; returns false for any other request. */
export function answerStarting(
  fixed: HealthChecks['fixed'],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const isAsked = healthPathOf(request) !== undefined
  if (isAsked) send({ fixed }, response, 503, 'starting')
  return isAsked
}

/** Returns the route of a request for health or readiness; undefined for any other request. */
function healthPathOf({ url = '', method }: IncomingMessage): string | undefined {
  const path = url.split('?', 1)[0] ?? url
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && HEALTH_ROUTES.includes(path) ? path : undefined
}

async function answerReadiness(checks: HealthChecks, response: ServerResponse): Promise<void> {
  if (checks.stopping.aborted) return send(checks, response, 503, 'stopping')
  const parts = await checks.readParts()
  const has = (status: PartHealth['status']): boolean =>
    Object.values(parts).some((part) => part.status === status)
  if (has('down'))
    return send(checks, response, 503, 'unavailable', { instance: checks.instance, parts })
  return send(checks, response, 200, has('degraded') ? 'degraded' : 'ok', {
    instance: checks.instance,
    parts,
  })
}

function send(
  { fixed }: Pick<HealthChecks, 'fixed'>,
  response: ServerResponse,
  code: number,
  status: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  response.writeHead(code, {
    ...fixed,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify({ status, ...more }))
}
