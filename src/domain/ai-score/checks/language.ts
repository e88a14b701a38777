import { isSameLanguage } from '../../html/page-language.ts'
import { failIf, worstFinding, warnIf, type Problem } from '../finding.ts'
import type { AlternateAnswer } from '../observation.ts'
import { onPage } from '../page-checks.ts'
import { isSamePage } from '../same-page.ts'
import { scriptOfLanguage, scriptOfText } from '../script-of.ts'

/**
 * Passes when the page states its language, is written in it as far as the text tells, and links to its versions in other languages and back.
 * Versions on other hosts are not asked whether they link back, and do not count.
 */
export const language = onPage((page, seen, { alternates }) => {
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
      ...(alternates ?? []).map(alternateProblem),
    ],
    { excerpt: tag, good: `The language is ${tag ?? 'unknown'}.` },
  )
})

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

const nameOf = (tag: string | null): string | undefined =>
  tag === null ? undefined : NAMES.of(tag)

function alternateProblem({ lang, url, status, linksBack }: AlternateAnswer): Problem | null {
  // A host that gave no answer this time may well link back.
  if (status === null) return null
  if (status !== 200) return warnIf(true, `The version ${lang} answers ${status}: ${url}`)
  return warnIf(linksBack === false, `The version ${lang} does not link back: ${url}`)
}
