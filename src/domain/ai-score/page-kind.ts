import type { ParsedPage } from '../html/read-page.ts'
import { pageTypeOf } from '../prompts/page-type.ts'
import type { PageType } from '../page/page-types.ts'
import { isQuestion } from './questions.ts'

/** What kind of page it is, by its own statements, its address and its text. */
export function pageKind(page: ParsedPage, url: string): PageType {
  const questions = page.sections.filter(({ heading }) => isQuestion(heading, page.language))
  return pageTypeOf({
    jsonLdTypes: page.jsonLd.types,
    ogType: page.og.type,
    path: new URL(url).pathname,
    signals: {
      codeBlocks: page.codeBlocks,
      pricePattern: /[$€£¥]\s?\d|\d\s?(?:€|EUR|USD)/.test(page.mainText.slice(0, 5_000)),
      questionHeadings: questions.length,
      orderedSteps: page.orderedItems >= 3,
    },
  }).type
}
