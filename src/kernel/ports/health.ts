/** How a part of the service is: `down` keeps it from answering, `degraded` from some of its work. */
export interface PartHealth {
  status: 'ok' | 'degraded' | 'down'
  /** Says what is wrong, without a secret, a path or anybody's words. */
  reason?: string
}

export const HEALTHY: PartHealth = { status: 'ok' }

export const degraded = (reason: string): PartHealth => ({ status: 'degraded', reason })
