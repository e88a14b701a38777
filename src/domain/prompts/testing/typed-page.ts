import { pageTypeOf } from '../page-type.ts'
import type { TypePage } from '../type-page.ts'

const LEAD = 'The leaves are steamed, rolled and dried on the day on which they are picked.'
const NO_EVIDENCE: TypePage['evidence'] = {
  linkedHeadings: 0,
  linkedItems: 0,
  cards: 0,
  linkShare: 0,
  prices: 0,
  buys: 0,
  isPriced: false,
  isManual: false,
}

type Parts = Partial<Omit<TypePage, 'evidence'>> & {
  evidence?: Partial<TypePage['evidence']>
  /** Headings of the second level, each with a text. */
  h2?: readonly string[]
}

/** A page about tea, with the given changes. */
export const pageWith = ({ evidence, h2 = [], ...rest }: Parts): TypePage => ({
  jsonLdTypes: [],
  ogType: null,
  host: 'tea.example',
  path: '/some/thing',
  title: 'Sencha',
  h1: 'Sencha',
  author: null,
  publishedAt: null,
  wordCount: 400,
  leads: h2.map((heading) => ({ heading, level: 2, text: LEAD })),
  questions: 0,
  codeBlocks: 0,
  orderedItems: 0,
  ...rest,
  evidence: { ...NO_EVIDENCE, ...evidence },
})

/** Answers what a page is taken for, and by what. */
export const typed = (parts: Parts): string => {
  const { type, typeSource } = pageTypeOf(pageWith(parts))
  return `${type} by ${typeSource}`
}

/** What a theme states of a post. */
export const POST = { ogType: 'article', publishedAt: '2026-04-02T00:00:00.000Z' }
/** Evidence of a list of other pages. */
export const LIST = { linkedHeadings: 8, linkShare: 0.4 }
/** Headings of such a list. */
export const ENTRIES = [
  'Gyokuro',
  'Kukicha',
  'Bancha',
  'Genmaicha',
  'Hojicha',
  'Matcha',
  'Shincha',
  'Aracha',
]
