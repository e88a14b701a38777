import type { DemoPage } from './demo-page.ts'
import { type QuestionLanguage, questionLanguage } from './question-language.ts'
import { happens, type Random, weightedPicker, zipfChoices } from './random.ts'
import { demoPages, sectionOf } from './site.ts'

const PAGE_EXPONENT = 0.85
const QUESTION_EXPONENT = 0.9
const SAME_SECTION_PROBABILITY = 0.55

type Picker<T> = (random: Random) => T

/** Draws the page on which a visit starts, by popularity. */
export const pickLanding: Picker<DemoPage> = weightedPicker(zipfChoices(demoPages, PAGE_EXPONENT))

const pickPageBySection = pickersBy(demoPages, sectionOf, PAGE_EXPONENT)

const pickQuestionByPage = new Map(
  demoPages.map((page) => [page, pickersBy(page.questions, questionLanguage, QUESTION_EXPONENT)]),
)

/** Draws the page that a reader opens after `page`; it is never the same one. */
export function pickNextPage(random: Random, page: DemoPage): DemoPage {
  const staysInSection = happens(random, SAME_SECTION_PROBABILITY)
  const pickInSection = pickPageBySection.get(sectionOf(page)) ?? pickLanding
  const next = staysInSection ? pickInSection(random) : pickLanding(random)
  return next === page ? pickNextPage(random, page) : next
}

/** Draws one of the page's questions: in the reader's language if there is one, else English. */
export function pickQuestion(
  random: Random,
  page: DemoPage,
  language: QuestionLanguage,
): string | undefined {
  const pickByLanguage = pickQuestionByPage.get(page)
  const pick = pickByLanguage?.get(language) ?? pickByLanguage?.get('en')
  return pick?.(random)
}

/** Makes one picker for each group of values; the order within a group is its popularity. */
function pickersBy<T, K>(
  values: readonly T[],
  keyOf: (value: T) => K,
  exponent: number,
): Map<K, Picker<T>> {
  const keys = new Set(values.map(keyOf))
  return new Map(
    [...keys].map((key) => {
      const members = values.filter((value) => keyOf(value) === key)
      return [key, weightedPicker(zipfChoices(members, exponent))]
    }),
  )
}
