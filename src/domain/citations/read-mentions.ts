import type { BrandMention } from './answer-reading.ts'
import type { TrackedBrand } from './brand-names.ts'
import type { FoldedAnswer } from './fold-answer.ts'
import type { FoundName } from './name-finder.ts'

/** The tracked brands that a text names, each once, the site's own first and the others in the order of the text. */
export function brandMentions(
  found: readonly FoundName<TrackedBrand>[],
  { placeOf }: FoldedAnswer,
): BrandMention[] {
  const byBrand = new Map<TrackedBrand, BrandMention>()
  for (const { of: brand, start } of found) {
    const known = byBrand.get(brand)
    if (known) known.mentions += 1
    else byBrand.set(brand, { ...brand, mentions: 1, firstOffset: placeOf(start) })
  }
  return [...byBrand.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
