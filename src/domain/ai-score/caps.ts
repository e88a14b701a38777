import type { CheckId } from './rubric.ts'

/** A limit of the whole score: a fault after which everything else hardly matters. */
export interface Cap {
  id: 'bot_wall' | 'search_bots_blocked' | 'not_indexable' | 'js_shell'
  /** The score is at most this. */
  maxScore: number
  /** Why, for a person. */
  reason: string
}

/** What limits a score besides checks that fail. */
interface Faults {
  /** Of search bots, 0 to 1; null where that was not looked at. */
  searchShare: number | null
  isShell: boolean
}

/** The limits that apply, lowest first. */
export function capsFor(failed: ReadonlySet<CheckId>, { searchShare, isShell }: Faults): Cap[] {
  const caps: (Cap | false)[] = [
    failed.has('A7') && {
      id: 'bot_wall',
      maxScore: 10,
      reason: 'A protection answers bots in place of the page.',
    },
    searchShare === 0 && {
      id: 'search_bots_blocked',
      maxScore: 15,
      reason: 'robots.txt keeps out every search bot.',
    },
    failed.has('A5') && {
      id: 'not_indexable',
      maxScore: 20,
      reason: 'The page may not, or cannot, be indexed.',
    },
    isShell && {
      id: 'js_shell',
      maxScore: 40,
      reason: 'The page has no text before scripts run.',
    },
  ]
  return caps.filter((cap) => cap !== false)
}
