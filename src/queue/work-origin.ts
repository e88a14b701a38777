import type { Actor } from '../kernel/door/principal.ts'

/** The origins of work that may also begin by a schedule. */
export const WORK_ORIGINS = ['api', 'cli', 'dashboard', 'schedule'] as const
export type WorkOrigin = (typeof WORK_ORIGINS)[number]

/** Says where a request for work came from that no schedule began. */
export function workOriginOf({ type }: Actor): WorkOrigin {
  switch (type) {
    case 'user':
      return 'dashboard'
    case 'key':
      return 'api'
    case 'system':
      return 'cli'
  }
}
