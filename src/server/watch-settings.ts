import * as z from 'zod'
import { isLoopbackHost } from '../lib/web/is-loopback-host.ts'
import { integerSetting } from './setting-types.ts'

/** Settings for an operator or a program that monitors a server and stops it. */
export const WATCH_SETTINGS = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be 32 or more printable ASCII characters without spaces')
    .optional()
    .describe(
      'Bearer token that opens GET /metrics; without it, and without METRICS_PORT, there is no such address',
    ),
  METRICS_PORT: integerSetting(0, 65_535)
    .optional()
    .describe(
      'Port of its own for GET /metrics, which is then no address of PORT; 0 takes a free one',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on; any but one of this machine alone needs METRICS_TOKEN',
    ),
  DRAIN_MS: integerSetting(0, 600_000)
    .default(0)
    .describe(
      'How long a server that was asked to stop goes on taking requests while /readyz answers 503, in milliseconds, so that a load balancer sees it first',
    ),
  STOP_TIMEOUT_MS: integerSetting(100, 600_000)
    .default(5_000)
    .describe('How long a stop waits for requests that are under way, in milliseconds'),
}

/** True where the port for metrics is not set, is open to this machine alone, or has a token. */
export const isMetricsPortGuarded = (
  settings: z.output<z.ZodObject<typeof WATCH_SETTINGS>>,
): boolean =>
  settings.METRICS_PORT === undefined ||
  settings.METRICS_TOKEN !== undefined ||
  isLoopbackAddress(settings.METRICS_HOST)

/** True for an address to listen on that only programs on this machine reach. */
export const isLoopbackAddress = (host: string): boolean =>
  isLoopbackHost(host.includes(':') ? `[${host}]` : host)
