import { finding, judge, warnIf, failIf } from '../finding.ts'
import { onPage, onText, type Check } from '../on-page.ts'
import { isSameHost, isSamePage } from '../same-page.ts'
import { scriptOfLanguage, scriptOfText } from '../script-of.ts'
import { widthOf } from '../text-width.ts'
import { isVagueLink } from '../vague-links.ts'

const WORDS_PER_H2 = 500
const GOOD_ALT_SHARE = 0.9
const POOR_ALT_SHARE = 0.5
const MAX_VAGUE_SHARE = 0.1
/** Lines that begin with a bullet and are no list. */
const TYPED_BULLET = /^\s?(?:[•·▪◦‣●*–—-]|\d{1,2}[.)])\s+\S/
const MIN_TYPED_BULLETS = 3
const names = onPage(({ title, titles, description }, seen) => {
  const titleWidth = widthOf(title ?? '')
  const descriptionWidth = widthOf(description ?? '')
  return judge(
    seen,
    [
      failIf(title === null, 'There is no title.'),
      warnIf(
        title !== null && (titleWidth < 10 || titleWidth > 70),
        `The title has ${titleWidth} characters.`,
      ),
      warnIf(titles > 1, `There are ${titles} title elements.`),
      warnIf(description === null, 'There is no meta description.'),
      warnIf(
        description !== null && (descriptionWidth < 50 || descriptionWidth > 200),
        `The description has ${descriptionWidth} characters.`,
      ),
    ],
    { excerpt: title, good: `Title ${titleWidth}, description ${descriptionWidth} characters.` },
  )
})

const headingLevels = onText(({ headings, wordCount }, seen) => {
  const h1 = headings.filter(({ level }) => level === 1)
  const h2 = headings.filter(({ level }) => level === 2).length
  const wantedH2 = Math.floor(wordCount / WORDS_PER_H2)
  const jump = headings.find(({ level }, i) => level > (headings[i - 1]?.level ?? level) + 1)
  return judge(
    seen,
    [
      failIf(headings.length === 0, 'There are no headings.'),
      failIf(headings.length > 0 && h1.length === 0, 'There is no h1.'),
      warnIf(h1.length > 1, `There are ${h1.length} h1.`),
      warnIf(jump !== undefined, `Levels are left out before "${jump?.text}".`),
      warnIf(h2 < wantedH2, `${h2} h2 in ${wordCount} words.`),
    ],
    { excerpt: h1[0]?.text ?? null, good: `${headings.length} headings, ${h2} of them h2.` },
  )
})

const landmark = onText(({ hasLandmark }, seen) =>
  judge(seen, [failIf(!hasLandmark, 'There is neither main nor article.')], {
    good: 'The main content is marked.',
  }),
)

const canonical = onPage((page, seen, { canonical: fetched }) => {
  const { canonicalUrl, canonicals, canonicalHeaderUrl } = page
  if (canonicalUrl === null) return finding('warn', seen, ['No canonical address is named.'])
  const isSelf = isSamePage(canonicalUrl, seen.url)
  const isElsewhere = !isSameHost(canonicalUrl, seen.url)
  const isBroken = !isSelf && (fetched?.status ?? 200) !== 200
  const contradicts = canonicalHeaderUrl !== null && !isSamePage(canonicalHeaderUrl, canonicalUrl)
  return judge(
    seen,
    [
      failIf(canonicals > 1, `${canonicals} different canonical addresses are named.`),
      failIf(contradicts, `The Link header names another one: ${canonicalHeaderUrl}`),
      failIf(isElsewhere, 'The canonical address is on another host.'),
      failIf(isBroken, `The canonical address answers ${fetched?.status}.`),
      warnIf(!isSelf && !isElsewhere && !isBroken, 'The canonical address is another page.'),
    ],
    { excerpt: canonicalUrl, good: 'The canonical address is this page.' },
  )
})

const language = onPage(({ language: tag, hasLangAttribute, hreflang, mainText }, seen) => {
  const declared = tag === null ? undefined : scriptOfLanguage(tag)
  const written = scriptOfText(mainText)
  const isOther = declared !== undefined && written !== undefined && declared !== written
  const isAmongThem = hreflang.some(({ url }) => isSamePage(url, seen.url))
  return judge(
    seen,
    [
      failIf(tag === null, 'No language is declared.'),
      warnIf(
        tag !== null && !hasLangAttribute,
        `html has no lang; only a header or meta says ${tag}.`,
      ),
      failIf(isOther, `Declared is ${tag}, but the text is written in ${written}.`),
      warnIf(
        hreflang.length > 0 && !isAmongThem,
        'The hreflang links do not name this page itself.',
      ),
    ],
    { excerpt: tag, good: `The language is ${tag ?? 'unknown'}.` },
  )
})

const markup = onText((page, seen) => {
  const { images, imagesWithAlt, lists, sections, links } = page
  const altShare = images === 0 ? 1 : imagesWithAlt / images
  const bullets = sections
    .flatMap(({ text }) => text.split('\n', 2_000))
    .filter((line) => TYPED_BULLET.test(line.slice(0, 20)))
  const named = links.filter(({ text }) => text !== '')
  const vague = named.filter(({ text }) => isVagueLink(text))
  const isTyped = lists === 0 && bullets.length >= MIN_TYPED_BULLETS
  const isVague = vague.length > 1 && vague.length > named.length * MAX_VAGUE_SHARE
  const withoutAlt = `${images - imagesWithAlt} of ${images} images have no alt text.`
  return judge(
    seen,
    [
      failIf(altShare < POOR_ALT_SHARE, withoutAlt),
      warnIf(altShare >= POOR_ALT_SHARE && altShare < GOOD_ALT_SHARE, withoutAlt),
      warnIf(isTyped, `${bullets.length} lines begin with a typed bullet or number.`),
      warnIf(isVague, `${vague.length} links do not say where they lead: "${vague[0]?.text}".`),
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
} satisfies Record<string, Check>
