import type { TextSpan } from './engine-answer.ts'

export type SourceOwner = 'own' | 'competitor' | 'other'

/** The kinds of sites that sources are of, by stated lists of hosts; a host on no list is `other`. */
export const SOURCE_CATEGORIES = [
  'own',
  'competitor',
  'ugc',
  'news',
  'reference',
  'video',
  'gov_edu',
  'commerce',
  'other',
] as const
export type SourceCategory = (typeof SOURCE_CATEGORIES)[number]

/** A distinct address of an answer. */
export interface ReadSource {
  role: 'cited' | 'retrieved'
  url: string
  /**
   * The normalised address, by which equal addresses are known; null for one that leads to a page without naming it.
   */
  pageUrl: string | null
  host: string
  /** The registrable domain. */
  domain: string
  title: string | null
  citedText: string | null
  /** Place among the distinct cited addresses, from 1 on; null for an address that was only retrieved. */
  position: number | null
  spans: readonly TextSpan[]
  owner: SourceOwner
  /** The name of the competitor. */
  competitor: string | null
  category: SourceCategory
}

export interface BrandMention {
  name: string
  isOwn: boolean
  mentions: number
  /** Offset of the first mention, in UTF-16 units. */
  firstOffset: number
}

/** The facts about a site that were read from an answer. */
export interface AnswerReading {
  sources: readonly ReadSource[]
  /** Number of named addresses that are not among the sources: not of the web, an engine's own, or beyond the limit. */
  dropped: number
  /** Number of places of citations that fit nowhere in the text. */
  droppedSpans: number
  isCited: boolean
  /** Place of the first own address among the distinct cited ones, from 1 on. */
  position: number | null
  ownCitations: number
  trackedCitations: number
  allCitations: number
  /** True where the answer names the site; null where the answer has no text to look at. */
  isMentioned: boolean | null
  mentions: number
  /** Tracked brands that the answer names, the site's own first. */
  brands: readonly BrandMention[]
  /**
   * True where the first list of the answer puts the site first (`isRecommended`); null where the site is not
   * mentioned.
   */
  isRecommended: boolean | null
  sentiment: { score: number; label: 'positive' | 'neutral' | 'negative'; method: 'lexicon' } | null
}
