import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { citedSource } from '../../domain/prompts/cited-ask.ts'
import { ownQuestionAsk } from '../../domain/prompts/free-question.ts'
import { clauseLanguageOf } from '../../protocol/ask/citation-clauses.ts'
import { renderAsk } from '../../protocol/ask/render-ask.ts'
import { type OfferedQuestion, parseQuestions } from '../../domain/prompts/question.ts'
import { readableTemplates, type TemplateForReaders } from './readable-templates.ts'

/**
 * The character that marks the place of the reader's own question in a prompt. No value of a prompt has it, since
 * cleaning removes characters for private use.
 */
export const OWN_QUESTION_MARK = '\uE000'

const MAX_QUESTIONS = 3

/**
 * The kinds of prompts that programs get and readers do not: as chips they say less than the others, and only four
 * chips have room.
 */
const KINDS_FOR_PROGRAMS: readonly PromptKind[] = ['explain', 'compare']

interface ShownPrompt {
  kind: string
  label: string
  text: string
  promptId?: string
}

/** True where the prompts of a page are offered to its readers, since they are active. */
const isOffered = ({ prompt_id: id, state }: PageOfWidget): boolean =>
  id !== null && state === 'active'

/**
 * Returns the questions that readers of a page are invited to ask, the best first; each of them has passed the linter.
 */
export const shownQuestions = (page: PageOfWidget): OfferedQuestion[] =>
  isOffered(page) ? parseQuestions(page.questions ?? '[]', 'owner').slice(0, MAX_QUESTIONS) : []

/**
 * Returns the rendered prompts of a page for its readers: those that are active and without an error. Where `ownLabel`
 * is set and they cite a source, one more follows, which has a place for the reader's question, the same source and the
 * request to cite it.
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
  // Prompts for programs are also meant for readers where the owner wrote no others.
  const shown = (some.length > 0 ? some : all).map(({ kind, label, resolved }) => {
    return { kind, label, text: resolved, promptId }
  })
  const source = citedSource(shown[0]?.text ?? '')
  if (source === undefined || ownLabel === undefined) return shown
  const own = ownQuestion(source, language ?? 'en')
  return own === undefined ? shown : [...shown, { kind: 'ask', label: ownLabel, text: own }]
}

/**
 * True for a prompt that readers see. A prompt that only asks a question is left out where the page offers that
 * question on its own.
 */
function isForReaders(
  { kind, resolved }: TemplateForReaders,
  questions: readonly OfferedQuestion[],
): boolean {
  if (kind !== 'ask') return !KINDS_FOR_PROGRAMS.includes(kind)
  const asked = lettersOf(resolved)
  return !questions.some(({ text }) => asked.includes(lettersOf(text)))
}

/**
 * Returns the letters of a text, by which a question is found in a prompt: its quotation marks change when it is
 * quoted.
 */
const lettersOf = (text: string): string => text.replaceAll(/\P{L}+/gu, '')

/** A question with which a prompt is rendered, to put the mark in its place. */
const SAMPLE = '?'

function ownQuestion(url: string, language: string): string | undefined {
  const page = { url, title: '', site: '' }
  const ask = ownQuestionAsk(clauseLanguageOf(language))
  const rendered = renderAsk(ask, { page, inputs: { question: SAMPLE } })
  return rendered.ok ? `${OWN_QUESTION_MARK}${rendered.prompt.slice(SAMPLE.length)}` : undefined
}
