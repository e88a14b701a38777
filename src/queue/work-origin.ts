import type { Actor } from '../kernel/door/principal.ts'

/** The origins of work: the kinds of callers who may ask for it, and a schedule. */
export const WORK_ORIGINS = ['api', 'cli', 'dashboard', 'schedule'] as const
export type WorkOrigin = (typeof WORK_ORIGINS)[number]

/** Returns the origin of work that an actor asked for, and that no schedule began. */
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
