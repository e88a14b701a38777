import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { citedSource } from '../../domain/prompts/cited-ask.ts'
import { ownQuestionAsk } from '../../domain/prompts/own-question.ts'
import { clauseLanguageOf } from '../../protocol/ask/citation-clauses.ts'
import { renderAsk } from '../../protocol/ask/render-ask.ts'
import { readableTemplates } from './readable-templates.ts'

/** Stands where the reader's own question goes. No value of a prompt has it: cleaning removes what is for private use. */
export const OWN_QUESTION_MARK = '\uE000'

interface ShownPrompt {
  kind: string
  label: string
  text: string
  promptId?: string
}

/**
 * The prompts of a page as its readers get them: what is active and has no error, rendered, and last a place for a question
 * of their own, with the same source and the request to cite it, where that has a label.
 */
export function pagePrompts(page: PageOfWidget, ownLabel: string | undefined): ShownPrompt[] {
  const { prompt_id: promptId, state, language } = page
  if (promptId === null || state !== 'active') return []
  const shown = readableTemplates(page.templates).map(({ kind, label, resolved }) => ({
    kind,
    label,
    text: resolved,
    promptId,
  }))
  const source = citedSource(shown[0]?.text ?? '')
  if (source === undefined || ownLabel === undefined) return shown
  const own = ownQuestion(source, language ?? 'en')
  return own === undefined ? shown : [...shown, { kind: 'ask', label: ownLabel, text: own }]
}

/** Any question; the mark takes its place. */
const SAMPLE = '?'

function ownQuestion(url: string, language: string): string | undefined {
  const page = { url, title: '', site: '' }
  const ask = ownQuestionAsk(clauseLanguageOf(language))
  const rendered = renderAsk(ask, { page, inputs: { question: SAMPLE } })
  return rendered.ok ? `${OWN_QUESTION_MARK}${rendered.prompt.slice(SAMPLE.length)}` : undefined
}
