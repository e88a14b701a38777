import type { Authenticator } from '../auth/authenticator.ts'
import type { RequestLimits } from '../auth/request-limits.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { ProtectedAddress, ServerDefinition } from '../kernel/assistants/server-definition.ts'
import type { Logger } from '../lib/logger.ts'
import type { BodyBudget } from '../auth/body-budget.ts'
import type { OpenStreams } from './open-streams.ts'
import type { CallerReader } from './caller-reader.ts'

/** The services that the HTTP adapters share. */
export interface HttpServices {
  app: AppContext
  authenticator: Authenticator
  limits: RequestLimits
  callers: CallerReader
  log: Logger
  /** Bounds the memory that requests hold with their bodies. */
  bodies: BodyBudget
  streams: OpenStreams
  /** The public address of the service, without a slash at its end. */
  publicUrl: string
  /** The MCP servers, for pages and metadata that describe them. */
  servers: readonly ServerDefinition[]
  /** Addresses whose metadata says which credentials they take (RFC 9728). */
  protectedResources: readonly ProtectedAddress[]
}
