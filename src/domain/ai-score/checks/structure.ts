import type { ParsedPage } from '../../html/read-page.ts'
import { worstFinding, warnIf, failIf, failOrWarn, type Problem, finding } from '../finding.ts'
import { namesBeside } from '../home-page.ts'
import { onPage, onText, type CheckEvaluator } from '../page-checks.ts'
import { ownH1, sharedNames, type SharedNames } from '../page-names.ts'
import { countCharacters, widthOf } from '../text-width.ts'
import { isVagueLink } from '../vague-links.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { inQuotes } from '../../../lib/text/in-quotes.ts'
import type { ProbeAnswer, AlternateAnswer } from '../observation.ts'
import { isSameHost, isSamePage } from '../same-page.ts'
import { isSameLanguage } from '../../html/page-language.ts'
import { scriptOfLanguage, scriptOfText } from '../script-of.ts'

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
 * Passes when title and description exist and fit. Whether another page of a scanned site has the title is told, and
 * counts for the site: a page has the same score whether or not the others are known.
 */
const names = onPage((page, seen, { sameTitle, home }) => {
  const { title, description } = page
  const [twin] = sameTitle ?? []
  const shared = sharedNames(seen.names, namesBeside(seen.url, home))
  return worstFinding(
    seen,
    [...titleProblems(page, shared), ...descriptionProblems(page, shared)],
    {
      excerpt: title,
      good: `The title has ${lengthOf(title ?? '')}, the description ${lengthOf(description ?? '')}.`,
      notes: twin === undefined ? [] : [`Another page has the same title: ${twin}`],
    },
  )
})

function titleProblems({ title, titles }: ParsedPage, shared: SharedNames): (Problem | null)[] {
  if (title === null) return [failIf(true, 'There is no title.')]
  const width = widthOf(title)
  return [
    failIf(shared?.title === true, 'The title is that of the start page.'),
    warnIf(width < 10 || width > 70, `The title has ${lengthOf(title)}.`),
    warnIf(titles > 1, `There are ${titles} title elements.`),
  ]
}

function descriptionProblems({ description }: ParsedPage, shared: SharedNames): (Problem | null)[] {
  if (description === null) return [warnIf(true, 'There is no meta description.')]
  const width = widthOf(description)
  return [
    warnIf(shared?.description === true, 'The description is that of the start page.'),
    warnIf(width < 50 || width > 200, `The description has ${lengthOf(description)}.`),
  ]
}

/** The length of a text in words: characters as a reader counts them, and their room where that is another number. */
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
      warnIf(own > 1, `There are ${own} h1.`),
      ...outlineProblems(page),
    ],
    {
      excerpt: h1[0]?.text ?? null,
      good: `${pluralize(headings.length, 'heading')}, one of them h1.`,
    },
  )
})

/** What is wrong with the headings of a page besides its h1. */
export function outlineProblems({ headings, wordCount }: ParsedPage): (Problem | null)[] {
  const h2 = headings.filter(({ level }) => level === 2).length
  const wantedH2 = Math.floor(wordCount / WORDS_PER_H2)
  const jump = headings.find(({ level }, i) => level > (headings[i - 1]?.level ?? level) + 1)
  return [
    failIf(headings.length === 0, 'There are no headings.'),
    warnIf(jump !== undefined, `Levels are left out before ${inQuotes(jump?.text ?? '')}.`),
    warnIf(h2 < wantedH2, `${h2} h2 in ${pluralize(wordCount, 'word')}.`),
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
 * Passes with one absolute canonical address on this host that is this page or another name of it, and equals that of the
 * `Link` header. An address on another host fails without a request.
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
      warnIf(!isSelf && !isElsewhere, 'The canonical address is another page.'),
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
  const isOther = declared !== undefined && written !== undefined && declared !== written
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
  C1: names,
  C2: headingLevels,
  C3: landmark,
  C4: canonical,
  C5: language,
  C6: markup,
} satisfies Record<string, CheckEvaluator>
