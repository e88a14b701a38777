import { worstFinding, warnIf, failIf } from '../finding.ts'
import { onPage, onText, type CheckEvaluator } from '../page-checks.ts'
import { widthOf } from '../text-width.ts'
import { isVagueLink } from '../vague-links.ts'
import { canonical } from './canonical.ts'
import { language } from './language.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { inQuotes } from '../../../lib/text/in-quotes.ts'

const WORDS_PER_H2 = 500
const GOOD_ALT_SHARE = 0.9
const POOR_ALT_SHARE = 0.5
const MAX_VAGUE_SHARE = 0.1
/** Lines that begin with a typed bullet but are not marked up as a list. */
const TYPED_BULLET = /^\s?(?:[•·▪◦‣●*–—-]|\d{1,2}[.)])\s+\S/
const MIN_TYPED_BULLETS = 3
/** Fewest lines that look like a table drawn with bars. */
const MIN_TYPED_ROWS = 3

/**
 * Passes when title and description exist and fit. Whether the title is unique is known only when the site was
 * scanned; for a single page no other pages are fetched.
 */
const names = onPage(({ title, titles, description }, seen, { sameTitle }) => {
  const [twin] = sameTitle ?? []
  const titleWidth = widthOf(title ?? '')
  const descriptionWidth = widthOf(description ?? '')
  return worstFinding(
    seen,
    [
      failIf(title === null, 'There is no title.'),
      warnIf(
        title !== null && (titleWidth < 10 || titleWidth > 70),
        `The title has ${pluralize(titleWidth, 'character')}.`,
      ),
      warnIf(titles > 1, `There are ${titles} title elements.`),
      warnIf(title !== null && twin !== undefined, `Another page has the same title: ${twin}`),
      warnIf(description === null, 'There is no meta description.'),
      warnIf(
        description !== null && (descriptionWidth < 50 || descriptionWidth > 200),
        `The description has ${pluralize(descriptionWidth, 'character')}.`,
      ),
    ],
    {
      excerpt: title,
      good: `Title ${titleWidth}, description ${pluralize(descriptionWidth, 'character')}.`,
    },
  )
})

const headingLevels = onText(({ headings, wordCount }, seen) => {
  const h1 = headings.filter(({ level }) => level === 1)
  const h2 = headings.filter(({ level }) => level === 2).length
  const wantedH2 = Math.floor(wordCount / WORDS_PER_H2)
  const jump = headings.find(({ level }, i) => level > (headings[i - 1]?.level ?? level) + 1)
  return worstFinding(
    seen,
    [
      failIf(headings.length === 0, 'There are no headings.'),
      failIf(headings.length > 0 && h1.length === 0, 'There is no h1.'),
      warnIf(h1.length > 1, `There are ${h1.length} h1.`),
      warnIf(jump !== undefined, `Levels are left out before ${inQuotes(jump?.text ?? '')}.`),
      warnIf(h2 < wantedH2, `${h2} h2 in ${pluralize(wordCount, 'word')}.`),
    ],
    {
      excerpt: h1[0]?.text ?? null,
      good: `${pluralize(headings.length, 'heading')}, ${h2} of them h2.`,
    },
  )
})

const landmark = onText(({ hasLandmark }, seen) =>
  worstFinding(seen, [failIf(!hasLandmark, 'There is neither main nor article.')], {
    good: 'The main content is marked.',
  }),
)

const markup = onText((page, seen) => {
  const { images, imagesWithAlt, lists, tables, sections, links } = page
  const altShare = images === 0 ? 1 : imagesWithAlt / images
  const lines = sections.flatMap(({ text }) => text.split('\n', 2_000))
  const bullets = lists > 0 ? [] : lines.filter((line) => TYPED_BULLET.test(line.slice(0, 20)))
  const rows = tables > 0 ? [] : lines.filter((line) => line.slice(0, 500).split('|').length > 2)
  const named = links.filter(({ text }) => text !== '')
  const vague = named.filter(({ text }) => isVagueLink(text))
  const isTyped = bullets.length >= MIN_TYPED_BULLETS
  const isVague = vague.length > 1 && vague.length > named.length * MAX_VAGUE_SHARE
  const withoutAlt = `${images - imagesWithAlt} of ${pluralize(images, 'image')} without alt text.`
  return worstFinding(
    seen,
    [
      failIf(altShare < POOR_ALT_SHARE, withoutAlt),
      warnIf(altShare >= POOR_ALT_SHARE && altShare < GOOD_ALT_SHARE, withoutAlt),
      warnIf(isTyped, `${bullets.length} lines begin with a typed bullet or number.`),
      warnIf(rows.length >= MIN_TYPED_ROWS, `${rows.length} lines are rows of a typed table.`),
      warnIf(
        isVague,
        `${vague.length} links do not say where they lead: ${inQuotes(vague[0]?.text ?? '')}.`,
      ),
    ],
    { excerpt: isTyped ? (bullets[0] ?? null) : null, good: `Lists: ${lists}, images: ${images}.` },
  )
})

export const STRUCTURE = {
  C1: names,
  C2: headingLevels,
  C3: landmark,
  C4: canonical,
  C5: language,
  C6: markup,
} satisfies Record<string, CheckEvaluator>
