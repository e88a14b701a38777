import type { Observation } from './observation.ts'
import type { CheckId } from './rubric.ts'
import { searchShare } from './checks/access.ts'

/** A limit of the whole score: a fault after which everything else hardly matters. */
export interface Cap {
  id: 'bot_wall' | 'search_bots_blocked' | 'not_indexable' | 'js_shell'
  /** The score is at most this. */
  maxScore: number
  /** Why, for a person. */
  reason: string
}

/** The limits that apply, lowest first: those of the checks that were asked for. */
export function capsFor(
  observation: Observation,
  failed: ReadonlySet<CheckId>,
  isAsked: (id: CheckId) => boolean,
): Cap[] {
  const { target } = observation
  const caps: (Cap | false)[] = [
    failed.has('A7') && {
      id: 'bot_wall',
      maxScore: 10,
      reason: 'A protection answers bots in place of the page.',
    },
    isAsked('A2') &&
      searchShare(observation) === 0 && {
        id: 'search_bots_blocked',
        maxScore: 15,
        reason: 'robots.txt keeps out every search bot.',
      },
    failed.has('A5') && {
      id: 'not_indexable',
      maxScore: 20,
      reason: 'The page may not, or cannot, be indexed.',
    },
    isAsked('B1') &&
      target.page?.isShell === true && {
        id: 'js_shell',
        maxScore: 40,
        reason: 'The page has no text before scripts run.',
      },
  ]
  return caps.filter((cap) => cap !== false)
}
