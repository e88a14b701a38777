/**
 * The state of a part of the service: `down` keeps the service from answering, `degraded` keeps it from some of its
 * work.
 */
export interface PartHealth {
  status: 'ok' | 'degraded' | 'down'
  /** A phrase that says what is wrong, without a secret, a path or anybody's words. */
  reason?: string
}

export const HEALTHY: PartHealth = { status: 'ok' }

export const degraded = (reason: string): PartHealth => ({ status: 'degraded', reason })
