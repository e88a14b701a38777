import type { ParsedPage } from '../../html/read-page.ts'
import { worstFinding, warnIf, failIf, failOrWarn, type Problem, finding } from '../finding.ts'
import { namesBeside } from '../home-page.ts'
import { onPage, onText, type CheckEvaluator } from '../page-checks.ts'
import { ownH1, sharedNames } from '../page-names.ts'
import { countCharacters, widthOf } from '../text-width.ts'
import { isVagueLink } from '../vague-links.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { inQuotes } from '../../../lib/text/in-quotes.ts'
import type { ProbeAnswer, AlternateAnswer } from '../observation.ts'
import { isSameHost, isSamePage } from '../same-page.ts'
import { isSameLanguage } from '../../html/page-language.ts'
import { holdsScript, scriptOfLanguage, scriptOfText } from '../script-of.ts'

/** The greatest width of a title, in letters; a wider one is a sentence. */
const MAX_TITLE = 110
/** The least width of a description, in letters; a narrower one is no sentence. */
const MIN_DESCRIPTION = 20
const WORDS_PER_HEADING = 600
/** The words of a text up to which it needs no headings. */
const SHORT_WORDS = 150
const GOOD_ALT_SHARE = 0.9
const POOR_ALT_SHARE = 0.5
const MAX_VAGUE_SHARE = 0.1
/** Matches a line that begins with a typed bullet or number, as items of a list do that is not marked up as one. */
const TYPED_BULLET = /^\s?(?:[•·▪◦‣●*–—-]|\d{1,2}[.)])\s+\S/
const MIN_TYPED_BULLETS = 3
/** The least number of lines that look like a table drawn with bars. */
const MIN_TYPED_ROWS = 3

/**
 * Passes when the page has a title that is not that of the start page. Pages of the site with the same title are
 * reported without costing this page points: its score is the same whether or not the others are known.
 */
const title = onPage(({ title: own, titles }, seen, { sameTitle, home }) => {
  const [twin] = sameTitle ?? []
  const shared = sharedNames(seen.names, namesBeside(seen.url, home))
  const length = `The title has ${lengthOf(own ?? '')}.`
  return worstFinding(
    seen,
    [
      failIf(own === null, 'There is no title.'),
      failIf(shared?.title === true, 'The title is that of the start page.'),
      warnIf(own !== null && widthOf(own) > MAX_TITLE, length),
      warnIf(titles > 1, `There are ${titles} title elements.`),
    ],
    {
      excerpt: own,
      good: length,
      notes: twin === undefined ? [] : [`Another page has the same title: ${twin}`],
    },
  )
})

const description = onPage(({ description: own }, seen, { home }) => {
  const shared = sharedNames(seen.names, namesBeside(seen.url, home))
  const length = `The description has ${lengthOf(own ?? '')}.`
  return worstFinding(
    seen,
    [
      warnIf(own === null, 'There is no meta description.'),
      warnIf(shared?.description === true, 'The description is that of the start page.'),
      warnIf(own !== null && widthOf(own) < MIN_DESCRIPTION, length),
    ],
    { excerpt: own, good: length },
  )
})

/**
 * Writes the length of a text in words: its characters as a reader counts them, and its width where that is another
 * number.
 */
function lengthOf(text: string): string {
  const characters = countCharacters(text)
  const width = widthOf(text)
  const room = width === characters ? '' : `, as wide as ${width} letters`
  return `${pluralize(characters, 'character')}${room}`
}

const headingLevels = onText((page, seen, { home }) => {
  const { headings } = page
  const h1 = headings.filter(({ level }) => level === 1)
  const own = ownH1(seen.names, namesBeside(seen.url, home))
  return worstFinding(
    seen,
    [
      failIf(headings.length > 0 && h1.length === 0, 'There is no h1.'),
      failIf(h1.length > 0 && own === 0, 'The only h1 is a banner, which the start page has too.'),
      ...outlineProblems(page),
    ],
    {
      excerpt: h1[0]?.text ?? null,
      good: `${pluralize(headings.length, 'heading')}, one of them h1.`,
    },
  )
})

const NO_HEADINGS = 'There are no headings.'

/** Lists what is wrong with the headings of a page besides its h1. */
export function outlineProblems({ headings, wordCount }: ParsedPage): (Problem | null)[] {
  // The first one names the page.
  const dividing = headings.filter(({ level }) => level <= 3).length - 1
  const wanted = Math.floor(wordCount / WORDS_PER_HEADING)
  return [
    failOrWarn(
      headings.length === 0 && wordCount >= SHORT_WORDS,
      headings.length === 0,
      NO_HEADINGS,
    ),
    warnIf(
      headings.length > 0 && dividing < wanted,
      `${pluralize(headings.length, 'heading')} in ${pluralize(wordCount, 'word')}.`,
    ),
  ]
}

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
      failOrWarn(altShare < POOR_ALT_SHARE, altShare < GOOD_ALT_SHARE, withoutAlt),
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

/**
 * Passes with one absolute canonical address on this host that is this page or another name of it, and equals that of
 * the `Link` header. An address on another host fails without a request.
 */
const canonical = onPage((page, seen, { canonical: fetched }) => {
  const { canonicalUrl, canonicals, canonicalHeaderUrl, isCanonicalAbsolute } = page
  if (canonicalUrl === null) return finding('warn', seen, ['No canonical address is named.'])
  const isSelf = isSamePage(canonicalUrl, seen.url)
  const isElsewhere = !isSelf && !isSameHost(canonicalUrl, seen.url)
  const contradicts = canonicalHeaderUrl !== null && !isSamePage(canonicalHeaderUrl, canonicalUrl)
  return worstFinding(
    seen,
    [
      failIf(canonicals > 1, `${canonicals} different canonical addresses are named.`),
      failIf(contradicts, `The Link header names another one: ${canonicalHeaderUrl}`),
      failIf(isElsewhere, 'The canonical address is on another host.'),
      // A copy of the page on another host, such as a staging site, would name itself.
      warnIf(isCanonicalAbsolute === false, 'The canonical address is written without its host.'),
      failIf(!isSelf && !isElsewhere, 'The canonical address is another page.'),
    ],
    {
      excerpt: canonicalUrl,
      good: 'The canonical address is this page.',
      notes: isElsewhere ? [] : answerNotes(fetched, isSelf),
    },
  )
})

/** Notes how the canonical address answers. The note costs no points, since a scan does not ask that address. */
function answerNotes(fetched: ProbeAnswer | null, isSelf: boolean): string[] {
  const status = fetched?.status ?? 200
  // Another spelling of this page that redirects mostly leads back here.
  const leadsBack = isSelf && status >= 300 && status < 400
  return status === 200 || leadsBack ? [] : [`The canonical address answers ${status}.`]
}

/**
 * Passes when the page states its language, is written in it as far as the text tells, and names itself among its
 * versions in other languages. Their answers are noted and cost no points, since a scan does not ask them: a page
 * has the same score alone and in a scan.
 */
const language = onPage((page, seen, { alternates }) => {
  const { statedLanguage: tag, textLanguage, hasLangAttribute, hreflang, mainText } = page
  const declared = tag === null ? undefined : scriptOfLanguage(tag)
  const written = scriptOfText(mainText)
  const isOther =
    declared !== undefined &&
    written !== undefined &&
    declared !== written &&
    !holdsScript(declared, mainText)
  const isForeign = tag !== null && textLanguage !== null && !isSameLanguage(tag, textLanguage)
  const isAmongThem = hreflang.some(({ url }) => isSamePage(url, seen.url))
  return worstFinding(
    seen,
    [
      failIf(tag === null, 'No language is declared.'),
      warnIf(
        tag !== null && !hasLangAttribute,
        `html has no lang; only a header or meta says ${tag}.`,
      ),
      failIf(isForeign, `Declared is ${tag}, but the text is written in ${nameOf(textLanguage)}.`),
      failIf(isOther && !isForeign, `Declared is ${tag}, but the text is written in ${written}.`),
      warnIf(
        hreflang.length > 0 && !isAmongThem,
        'The hreflang links do not name this page itself.',
      ),
    ],
    {
      excerpt: tag,
      good: `The language is ${tag ?? 'unknown'}.`,
      notes: (alternates ?? []).flatMap((answer) => alternateNote(answer) ?? []),
    },
  )
})

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

const nameOf = (tag: string | null): string | undefined =>
  tag === null ? undefined : NAMES.of(tag)

function alternateNote({ lang, url, status, linksBack }: AlternateAnswer): string | undefined {
  // A host that gave no answer this time may well link back.
  if (status === null) return undefined
  if (status !== 200) return `The version ${lang} answers ${status}: ${url}`
  return linksBack === false ? `The version ${lang} does not link back: ${url}` : undefined
}

export const STRUCTURE = {
  C1: title,
  C2: headingLevels,
  C3: landmark,
  C4: canonical,
  C5: language,
  C6: markup,
  C7: description,
} satisfies Record<string, CheckEvaluator>
