import type { ParsedPage } from '../html/read-page.ts'
import { pageTypeOf } from '../prompts/page-type.ts'
import type { PageType } from '../prompts/prompt-page.ts'
import { isQuestion } from './questions.ts'

/** A cache, since several checks need the type of a page, and finding it takes longer than most of them. */
const KINDS = new WeakMap<ParsedPage, { url: string; kind: PageType }>()

/** The type of a page by its own statements, its address and its text. */
export function pageKind(page: ParsedPage, url: string): PageType {
  const known = KINDS.get(page)
  if (known?.url === url) return known.kind
  const kind = findKind(page, url)
  KINDS.set(page, { url, kind })
  return kind
}

function findKind(page: ParsedPage, url: string): PageType {
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
