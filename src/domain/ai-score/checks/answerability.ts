import type { ParsedPage } from '../../html/read-page.ts'
import { countEvidence } from '../evidence-density.ts'
import { finding, worstFinding, warnIf, failIf } from '../finding.ts'
import { isOfType, textsOf, thingsOf, topThings } from '../json-ld-things.ts'
import { onText, type CheckEvaluator } from '../page-checks.ts'
import { standsAlone, countPassageWords } from '../passage-words.ts'
import { isQuestion } from '../questions.ts'
import { isVisibleName, isVisibleSentence, visibleText } from '../visible-text.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

const WANTED_QUESTIONS = 2
const MIN_ANSWER_WORDS = 40
const MAX_ANSWER_WORDS = 80
const FIRST_SECTIONS = 3
const WANTED_SHARE = 0.5
const WORDS_PER_SOURCE = 500
/** Shorter texts make few claims. */
const MIN_WORDS = 100
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
    .filter(({ heading, text }) => text !== '' && isQuestion(heading, language))
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
    ...sections.filter(({ level }) => level === 1).slice(0, 1),
    ...sections.filter(({ level }) => level === 2).slice(0, FIRST_SECTIONS),
  ]
  const looked = openings.length === 0 ? sections.slice(0, 1) : openings
  const answered = looked.filter(({ text }) => text.split('\n', 2).some(isAnswer))
  const text = `Openings with 40 to 80 words that stand alone: ${answered.length} of ${looked.length}.`
  return worstFinding(
    seen,
    [
      failIf(answered.length === 0, text),
      warnIf(answered.length > 0 && answered.length < looked.length * WANTED_SHARE, text),
    ],
    { excerpt: (answered[0] ?? looked[0])?.text.split('\n', 1)[0] ?? null, good: text },
  )
})

function isAnswer(paragraph: string): boolean {
  const words = countPassageWords(paragraph.slice(0, 2_000))
  return words >= MIN_ANSWER_WORDS && words <= MAX_ANSWER_WORDS && standsAlone(paragraph)
}

const evidence = onText(({ mainText, wordCount, outboundLinks }, seen) => {
  if (wordCount < MIN_WORDS) return finding('na', seen, [`Only ${pluralize(wordCount, 'word')}.`])
  const { figures, quotations, example } = countEvidence(mainText)
  const wanted = Math.max(1, Math.floor(wordCount / WORDS_PER_SOURCE))
  const hasSources = outboundLinks >= wanted
  const hasSupport = figures + quotations >= wanted
  const text = `In ${wordCount} words: ${pluralize(outboundLinks, 'link')} to other sites, ${pluralize(figures, 'figure')}, ${pluralize(quotations, 'quotation')}.`
  return worstFinding(
    seen,
    [
      failIf(!hasSources && !hasSupport, text),
      warnIf(hasSources !== hasSupport, text),
      warnIf(
        hasSources !== hasSupport,
        hasSources ? 'Figures or quotations are missing.' : 'Links to sources are missing.',
      ),
    ],
    { excerpt: example, good: text },
  )
})

export const ANSWERABILITY = {
  E1: questions,
  E2: openingAnswers,
  E3: evidence,
} satisfies Record<string, CheckEvaluator>
