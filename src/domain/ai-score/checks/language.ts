import { isSameLanguage } from '../../html/page-language.ts'
import { failIf, worstFinding, warnIf } from '../finding.ts'
import type { AlternateAnswer } from '../observation.ts'
import { onPage } from '../page-checks.ts'
import { isSamePage } from '../same-page.ts'
import { scriptOfLanguage, scriptOfText } from '../script-of.ts'

/**
 * Passes when the page states its language, is written in it as far as the text tells, and names itself among its
 * versions in other languages. What these answer is told and costs nothing, since a scan does not ask them: a page has
 * the same score alone and in a scan.
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
