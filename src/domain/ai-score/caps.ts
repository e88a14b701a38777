import type { CheckId } from './rubric.ts'

/** The ids of all caps, as they are stored. */
export const CAP_IDS = [
  'bot_wall',
  'search_bots_blocked',
  'not_indexable',
  'soft_404',
  'js_shell',
  'no_text',
] as const

/** A limit of the whole score: a fault after which everything else hardly matters. */
export interface Cap {
  id: (typeof CAP_IDS)[number]
  /** The highest score that the cap allows. */
  maxScore: number
  /** The reason, for a person. */
  reason: string
}

/** Facts besides failed checks that limit a score. */
interface CapInputs {
  /** Weighted share of search bots that may fetch the page, 0 to 1; null when robots.txt was not fetched. */
  searchShare: number | null
  isShell: boolean
  /** True when the page says that it does not exist. */
  isErrorPage: boolean
  /** True when the main text is too short to quote. */
  isTextless: boolean
}

/** Returns the caps that apply to a page with these failed checks and facts, lowest first. */
export function capsFor(
  failed: ReadonlySet<CheckId>,
  { searchShare, isShell, isErrorPage, isTextless }: CapInputs,
): Cap[] {
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
    isErrorPage && {
      id: 'soft_404',
      maxScore: 20,
      reason: 'The page says that it does not exist.',
    },
    isShell && {
      id: 'js_shell',
      maxScore: 40,
      reason: 'The page has no text before scripts run.',
    },
    isTextless &&
      !isShell && {
        id: 'no_text',
        maxScore: 40,
        reason: 'The page has no text that could be quoted.',
      },
  ]
  return caps.filter((cap) => cap !== false)
}
