import type { BrandMention } from './answer-reading.ts'
import type { TrackedBrand } from './brand-names.ts'
import type { FoldedAnswer } from './fold-answer.ts'
import type { FoundName } from './name-finder.ts'

/**
 * Lists the tracked brands that a text names, each once, the site's own first and the others in the order of the text.
 */
export function brandMentions(
  found: readonly FoundName<TrackedBrand>[],
  { placeOf }: FoldedAnswer,
): BrandMention[] {
  // Mentions are stored by name, so two brands of one name are one.
  const byName = new Map<string, BrandMention>()
  for (const { of: brand, start } of found) {
    const known = byName.get(brand.name)
    if (!known) {
      byName.set(brand.name, { ...brand, mentions: 1, firstOffset: placeOf(start) })
      continue
    }
    known.mentions += 1
    known.isOwn ||= brand.isOwn
  }
  return [...byName.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
