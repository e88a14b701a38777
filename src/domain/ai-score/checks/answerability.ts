import type { ParsedPage } from '../../html/read-page.ts'
import { countEvidence } from '../evidence-density.ts'
import { worstFinding, warnIf, failIf, failOrWarn } from '../finding.ts'
import { isOfType, textsOf, thingsOf, topThings } from '../json-ld-things.ts'
import { onText, type CheckEvaluator } from '../page-checks.ts'
import { paragraphsOf } from '../byline.ts'
import { comparableWords, standsAlone, countPassageWords } from '../passage-words.ts'
import type { PageType } from '../../page/page-types.ts'
import { isQuestion } from '../questions.ts'
import { isVisibleName, isVisibleSentence, visibleText } from '../visible-text.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

const WANTED_QUESTIONS = 2
const MIN_ANSWER_WORDS = 40
const MAX_ANSWER_WORDS = 80
const FIRST_SECTIONS = 3
const WANTED_SHARE = 0.5
const WORDS_PER_SOURCE = 500
/** Shorter texts make few claims, but one that is worth quoting makes some. */
const SHORT_WORDS = 100
/** Words with which a text says something, and enough. */
const TEXT_WORDS = [100, 300] as const
/** The same of pages whose facts are told in fewer words. */
const BRIEF_WORDS = [30, 100] as const
const BRIEF: ReadonlySet<PageType> = new Set([
  'faq',
  'product',
  'pricing',
  'landing',
  'event',
  'recipe',
  'profile',
  'legal',
])
/** Kinds of pages whose text is that of other pages. */
const LISTS: ReadonlySet<PageType> = new Set(['category', 'listing'])
/** A shorter text below a question does not answer it: it is the link of a list. */
const MIN_REPLY_WORDS = 8
/** Paragraphs that an opening may have. */
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
  return worstFinding(
    seen,
    [
      failIf(count === 0, 'No heading asks a question.'),
      warnIf(count > 0 && count < WANTED_QUESTIONS, 'Only one question is asked.'),
      warnIf(hidden > 0, `Questions in the FAQPage data that the page does not show: ${hidden}.`),
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

/** Questions of a list or an accordion: a short line that asks, followed by the line of its answer. */
const askedInLines = ({ sections }: ParsedPage): string[] =>
  sections.flatMap(({ text }) => {
    const lines = text.split('\n', 1_000)
    return lines.filter((line, i) => asks(line) && !asks(lines[i + 1] ?? '?'))
  })

const asks = (line: string): boolean =>
  line.length <= MAX_QUESTION_LINE && QUESTION_MARKS.includes(line.at(-1) ?? ' ')

/** Questions and answers of FAQPage data; answers may be written in HTML. */
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

const openingAnswers = onText(({ sections }, seen) => {
  const openings = [
    ...sections
      .filter(({ level, text }) => level <= 1 && paragraphsOf(text).length > 0)
      .slice(0, 1),
    ...sections.filter(({ level }) => level === 2).slice(0, FIRST_SECTIONS),
  ]
  const looked = openings.length === 0 ? sections.slice(0, 1) : openings
  const answered = looked.filter(({ text }) => opensWithAnswer(paragraphsOf(text)))
  const text = `Openings with 40 to 80 words that stand alone: ${answered.length} of ${looked.length}.`
  const isPoor = answered.length < looked.length * WANTED_SHARE
  return worstFinding(seen, [failOrWarn(answered.length === 0, isPoor, text)], {
    excerpt: paragraphsOf((answered[0] ?? looked[0])?.text ?? '')[0] ?? null,
    good: text,
  })
})

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

const evidence = onText(({ mainText, wordCount, outboundLinks }, seen) => {
  const { figures, quotations, example } = countEvidence(mainText)
  const wanted = Math.max(1, Math.floor(wordCount / WORDS_PER_SOURCE))
  const hasSources = outboundLinks >= wanted
  const hasSupport = figures + quotations >= wanted
  const isShort = wordCount < SHORT_WORDS
  const text = `In ${wordCount} words: ${pluralize(outboundLinks, 'link')} to other sites, ${pluralize(figures, 'figure')}, ${pluralize(quotations, 'quotation')}.`
  return worstFinding(
    seen,
    [
      failOrWarn(!hasSources && !hasSupport, hasSources !== hasSupport, text),
      failIf(
        isShort && !(hasSources && hasSupport),
        `Only ${pluralize(wordCount, 'word')}: there is little to quote.`,
      ),
      warnIf(
        hasSources !== hasSupport,
        hasSources ? 'Figures or quotations are missing.' : 'Links to sources are missing.',
      ),
    ],
    { excerpt: example, good: text },
  )
})

const substance = onText((page, seen) => {
  const words = comparableWords(page.mainText, page.wordCount)
  const { kind } = seen
  const [few, enough] = BRIEF.has(kind) ? BRIEF_WORDS : TEXT_WORDS
  const text = `The main text has ${pluralize(words, 'word')}.`
  return worstFinding(
    seen,
    [
      failOrWarn(words < few, words < enough, text),
      warnIf(LISTS.has(kind), 'It lists other pages.'),
    ],
    { good: text },
  )
})

export const ANSWERABILITY = {
  E1: questions,
  E2: openingAnswers,
  E3: evidence,
  E4: substance,
} satisfies Record<string, CheckEvaluator>
