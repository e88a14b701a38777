import type { ParsedPage } from '../../html/read-page.ts'
import { countEvidence } from '../evidence-density.ts'
import { failIf, failOrWarn, finding, warnIf, worstFinding, type CheckFinding } from '../finding.ts'
import type { AnsweredPage } from '../check-input.ts'
import { isOfType, textsOf, thingsOf, topThings } from '../json-ld-things.ts'
import { onText, type CheckEvaluator } from '../page-checks.ts'
import { paragraphsOf } from '../byline.ts'
import { comparableWords, standsAlone, countPassageWords } from '../passage-words.ts'
import type { PageType } from '../../page/page-types.ts'
import { isQuestion } from '../questions.ts'
import { isVisibleName, isVisibleSentence, visibleText } from '../visible-text.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

const MIN_ANSWER_WORDS = 20
const MAX_ANSWER_WORDS = 120
const FIRST_SECTIONS = 3
const WANTED_SHARE = 0.5
const WORDS_PER_SOURCE = 1_000
/** The least number of words in a text that is expected to have an opening; notes and short posts have fewer. */
const SHORT_WORDS = 150
/** The number of words from which on an article is expected to give sources; shorter ones make few claims. */
const LONG_WORDS = 300
/** The least number of words of a text that says something. */
const FEW_WORDS = 30
/** Kinds of pages whose text is that of other pages. */
const LISTS: ReadonlySet<PageType> = new Set(['category', 'listing'])
/** The least number of words below a question that answer it; a shorter text is the link of a list. */
const MIN_REPLY_WORDS = 8
/** The most paragraphs that an opening may have. */
const OPENING_PARAGRAPHS = 3
const MAX_QUESTION_LINE = 120
const QUESTION_MARKS = '?？؟'

const questions = onText((page, seen) => {
  const asked = [...askedInHeadings(page), ...askedInLines(page)]
  const stated = statedQuestions(page)
  const visible = stated.length === 0 ? '' : visibleText(page)
  const shown = stated
    .filter(({ question }) => isVisibleSentence(question, visible))
    .map(({ question }) => question)
  const hidden = stated.length - shown.length
  const unanswered = stated.filter(({ answer }) => !isVisibleName(answer, visible)).length
  const count = Math.max(asked.length, shown.length)
  if (count + hidden === 0) return finding('na', seen, ['No question is asked; none is needed.'])
  return worstFinding(
    seen,
    [
      failIf(count === 0, 'The page shows no question of its FAQPage data.'),
      warnIf(
        count > 0 && hidden > 0,
        `Questions in the FAQPage data that the page does not show: ${hidden}.`,
      ),
      warnIf(
        unanswered > 0,
        `Answers in the FAQPage data that the page does not show: ${unanswered}.`,
      ),
    ],
    {
      excerpt: asked[0] ?? shown[0] ?? null,
      good: `${pluralize(count, 'question')} with answers.`,
    },
  )
})

const askedInHeadings = ({ sections, language }: ParsedPage): string[] =>
  sections
    .filter(
      ({ heading, text }) =>
        isQuestion(heading, language) && countPassageWords(text.slice(0, 500)) >= MIN_REPLY_WORDS,
    )
    .map(({ heading }) => heading)

/** Lists the short lines that end with a question mark and are followed by a line that does not, as in an accordion. */
const askedInLines = ({ sections }: ParsedPage): string[] =>
  sections.flatMap(({ text }) => {
    const lines = text.split('\n', 1_000)
    return lines.filter((line, i) => asks(line) && !asks(lines[i + 1] ?? '?'))
  })

const asks = (line: string): boolean =>
  line.length <= MAX_QUESTION_LINE && QUESTION_MARKS.includes(line.at(-1) ?? ' ')

/** Reads the questions of FAQPage data, at most 50, each with its first answer without HTML, or an empty text. */
function statedQuestions({ jsonLd }: ParsedPage): { question: string; answer: string }[] {
  return topThings(jsonLd.blocks)
    .filter((thing) => isOfType(thing, /^FAQPage$/))
    .flatMap((faq) => thingsOf(faq['mainEntity']))
    .flatMap((thing) => {
      const [question] = textsOf(thing['name'])
      const [answer = ''] = thingsOf(thing['acceptedAnswer']).flatMap(({ text }) => textsOf(text))
      return question === undefined ? [] : [{ question, answer: answer.replace(/<[^<>]*>/g, ' ') }]
    })
    .slice(0, 50)
}

const openingAnswers = onText(({ sections, mainText, wordCount }, seen) => {
  const words = comparableWords(mainText, wordCount)
  if (LISTS.has(seen.kind) || seen.kind === 'legal' || words < SHORT_WORDS) return notAsked(seen)
  const openings = [
    ...sections
      .filter(({ level, text }) => level <= 1 && paragraphsOf(text).length > 0)
      .slice(0, 1),
    ...sections.filter(({ level }) => level === 2).slice(0, FIRST_SECTIONS),
  ]
  const looked = openings.length === 0 ? sections.slice(0, 1) : openings
  const answered = looked.filter(({ text }) => opensWithAnswer(paragraphsOf(text)))
  const text = `Openings with 20 to 120 words that stand alone: ${answered.length} of ${looked.length}.`
  const isPoor = answered.length < looked.length * WANTED_SHARE
  return worstFinding(seen, [failOrWarn(answered.length === 0, isPoor, text)], {
    excerpt: paragraphsOf((answered[0] ?? looked[0])?.text ?? '')[0] ?? null,
    good: text,
  })
})

const notAsked = (seen: AnsweredPage): CheckFinding =>
  finding('na', seen, ['Nothing of the kind is asked of this page.'])

/** True when one of the first paragraphs is an answer, or the first ones are together: some languages break often. */
function opensWithAnswer(paragraphs: readonly string[]): boolean {
  const first = paragraphs.slice(0, OPENING_PARAGRAPHS)
  return (
    first.slice(0, 2).some(isAnswer) ||
    first.some((_, i) => isAnswer(first.slice(0, i + 1).join('\n')))
  )
}

function isAnswer(paragraph: string): boolean {
  const words = countPassageWords(paragraph.slice(0, 2_000))
  return words >= MIN_ANSWER_WORDS && words <= MAX_ANSWER_WORDS && standsAlone(paragraph)
}

/** Only an article makes claims for which a reader wants sources; a short one makes few. */
const evidence = onText(({ mainText, wordCount, outboundLinks }, seen) => {
  const words = comparableWords(mainText, wordCount)
  if (seen.kind !== 'article' || words < LONG_WORDS) return notAsked(seen)
  const { figures, quotations, example } = countEvidence(mainText)
  const wanted = Math.max(1, Math.floor(words / WORDS_PER_SOURCE))
  const support = outboundLinks + figures + quotations
  const text = `In ${words} words: ${pluralize(outboundLinks, 'link')} to other sites, ${pluralize(figures, 'figure')}, ${pluralize(quotations, 'quotation')}.`
  return worstFinding(seen, [failOrWarn(support === 0, support < wanted, text)], {
    excerpt: example,
    good: text,
  })
})

const substance = onText((page, seen) => {
  const isList = LISTS.has(seen.kind)
  const words = comparableWords(page.mainText, page.wordCount)
  const text = `The main text has ${pluralize(words, 'word')}.`
  return worstFinding(
    seen,
    [failIf(!isList && words < FEW_WORDS, text), warnIf(isList, 'It lists other pages.')],
    { good: text },
  )
})

export const ANSWERABILITY = {
  E1: questions,
  E2: openingAnswers,
  E3: evidence,
  E4: substance,
} satisfies Record<string, CheckEvaluator>
