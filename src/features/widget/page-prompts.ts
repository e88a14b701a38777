import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { citedSource } from '../../domain/prompts/cited-ask.ts'
import { ownQuestionAsk } from '../../domain/prompts/own-question.ts'
import { clauseLanguageOf } from '../../protocol/ask/citation-clauses.ts'
import { renderAsk } from '../../protocol/ask/render-ask.ts'
import { type OfferedQuestion, parseQuestions } from '../../domain/prompts/question.ts'
import { readableTemplates, type TemplateForReaders } from './readable-templates.ts'

/** Stands where the reader's own question goes. No value of a prompt has it: cleaning removes what is for private use. */
export const OWN_QUESTION_MARK = '\uE000'

const MAX_QUESTIONS = 3

/** Kinds that programs get and readers do not: as chips they say less than the others, and there is room for four. */
const KINDS_FOR_PROGRAMS: readonly PromptKind[] = ['explain', 'compare']

interface ShownPrompt {
  kind: string
  label: string
  text: string
  promptId?: string
}

/** True where a page has prompts for its readers: its prompt is active. */
const isOffered = ({ prompt_id: id, state }: PageOfWidget): boolean =>
  id !== null && state === 'active'

/** What readers of a page are invited to ask, the best first; each of them has passed the linter. */
export const shownQuestions = (page: PageOfWidget): OfferedQuestion[] =>
  isOffered(page) ? parseQuestions(page.questions ?? '[]', 'owner').slice(0, MAX_QUESTIONS) : []

/**
 * The prompts of a page as its readers get them: what is active and has no error, rendered, and last a place for a question,
 * with the same source and the request to cite it, where that has a label.
 */
export function pagePrompts(
  page: PageOfWidget,
  questions: readonly OfferedQuestion[],
  ownLabel: string | undefined,
): ShownPrompt[] {
  const { prompt_id: promptId, language } = page
  if (promptId === null || !isOffered(page)) return []
  const all = readableTemplates(page.templates)
  const some = all.filter((template) => isForReaders(template, questions))
  // An owner who has written nothing else means it for readers.
  const shown = (some.length > 0 ? some : all).map(({ kind, label, resolved }) => {
    return { kind, label, text: resolved, promptId }
  })
  const source = citedSource(shown[0]?.text ?? '')
  if (source === undefined || ownLabel === undefined) return shown
  const own = ownQuestion(source, language ?? 'en')
  return own === undefined ? shown : [...shown, { kind: 'ask', label: ownLabel, text: own }]
}

/** A question that is offered as itself needs no prompt that puts it. */
function isForReaders(
  { kind, resolved }: TemplateForReaders,
  questions: readonly OfferedQuestion[],
): boolean {
  if (kind !== 'ask') return !KINDS_FOR_PROGRAMS.includes(kind)
  const asked = lettersOf(resolved)
  return !questions.some(({ text }) => asked.includes(lettersOf(text)))
}

/** Without its marks: those of a quotation in a question change within another one. */
const lettersOf = (text: string): string => text.replaceAll(/\P{L}+/gu, '')

/** Any question; the mark takes its place. */
const SAMPLE = '?'

function ownQuestion(url: string, language: string): string | undefined {
  const page = { url, title: '', site: '' }
  const ask = ownQuestionAsk(clauseLanguageOf(language))
  const rendered = renderAsk(ask, { page, inputs: { question: SAMPLE } })
  return rendered.ok ? `${OWN_QUESTION_MARK}${rendered.prompt.slice(SAMPLE.length)}` : undefined
}
