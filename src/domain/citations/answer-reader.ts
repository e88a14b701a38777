import type { AnswerReading } from './answer-reading.ts'
import type { Brand } from './brand.ts'
import { soughtNames, type TrackedBrand } from './brand-names.ts'
import type { EngineAnswer } from './engine-answer.ts'
import { foldAnswer } from './fold-answer.ts'
import { isRecommended } from './is-recommended.ts'
import { maskLinks } from './mask-links.ts'
import { nameFinder, type FoundName } from './name-finder.ts'
import { brandMentions } from './read-mentions.ts'
import { readSentiment } from './read-sentiment.ts'
import { readSources } from './read-sources.ts'
import { sourceOwners } from './source-owners.ts'

/** The site that an answer is read for. */
export interface ReadingSubject {
  /** The domain of the site and its aliases. */
  hosts: readonly string[]
  brand: Brand
  siteName: string
}

/**
 * The most characters of an answer in which names are looked for; answers are shorter, and this many take 40 ms at
 * worst.
 */
const MAX_TEXT = 60_000

/**
 * Returns a function that reads answers for a site: whom they cite, whom they name, and how they speak of the site. The
 * function serves many answers, since making it takes as long as reading a few.
 */
export function answerReader({
  hosts,
  brand,
  siteName,
}: ReadingSubject): (answer: EngineAnswer) => AnswerReading {
  const ownerOf = sourceOwners(hosts, brand)
  const find = nameFinder(soughtNames(hosts, brand, siteName))
  return (answer) => {
    const { sources, dropped, droppedSpans } = readSources(answer, ownerOf)
    const cited = sources.filter(({ role }) => role === 'cited')
    const own = cited.filter(({ owner }) => owner === 'own')
    return {
      sources,
      dropped,
      droppedSpans,
      isCited: own.length > 0,
      position: own[0]?.position ?? null,
      ownCitations: own.length,
      trackedCitations: cited.filter(({ owner }) => owner !== 'other').length,
      allCitations: cited.length,
      ...readText(answer.text.slice(0, MAX_TEXT), find),
    }
  }
}

type TextReading = Pick<
  AnswerReading,
  'isMentioned' | 'mentions' | 'brands' | 'isRecommended' | 'sentiment'
>

function readText(text: string, find: NameFinder): TextReading {
  if (text.trim() === '') {
    return { isMentioned: null, mentions: 0, brands: [], isRecommended: null, sentiment: null }
  }
  const folded = foldAnswer(maskLinks(text))
  const found = find(folded.text)
  const named = found.filter(({ of: brand }) => brand.isOwn)
  const isMentioned = named.length > 0
  return {
    isMentioned,
    mentions: named.length,
    brands: brandMentions(found, folded),
    isRecommended: isMentioned ? isRecommended(folded.text, found) : null,
    sentiment: readSentiment(folded.text, named),
  }
}

type NameFinder = (text: string) => readonly FoundName<TrackedBrand>[]
