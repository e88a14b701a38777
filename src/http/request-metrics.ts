import type { IncomingMessage, ServerResponse } from 'node:http'
import { logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { Counter } from '../lib/metrics/counter.ts'
import { gaugeText } from '../lib/metrics/gauge-text.ts'
import { Histogram } from '../lib/metrics/histogram.ts'

/** Methods with a label of their own. All others share one label, since a caller may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The label of requests that no route took, or whose route sets no name. */
const NO_ROUTE = 'none'

/** The bounds of the buckets of the duration, in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests by the routes as they are declared: no label holds a caller's words. */
export class RequestMetrics {
  readonly #requests = new Counter('citable_http_requests_total', 'Answered requests.', [
    'method',
    'route',
    'status',
  ])
  readonly #seconds = new Histogram(
    'citable_http_request_duration_seconds',
    'How long requests took, from their headers to the end of the answer.',
    ['method', 'route'],
    BOUNDS,
  )
  #underWay = 0

  /** Counts a request once its answer is sent, or its client is gone. */
  begin({ method = '' }: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now()
    this.#underWay += 1
    response.once('close', () => {
      this.#underWay -= 1
      const { route = NO_ROUTE } = logFieldsOf(response)
      const verb = METHODS.has(method) ? method : 'other'
      this.#requests.add([verb, route, String(response.statusCode)])
      this.#seconds.observe([verb, route], (performance.now() - startedAt) / 1_000)
    })
  }

  /** Returns the counts since the process began, in the Prometheus text format. */
  text(): string {
    return [
      this.#requests.text(),
      this.#seconds.text(),
      gaugeText('citable_http_requests_under_way', 'Requests under way.', this.#underWay),
    ].join('')
  }
}
