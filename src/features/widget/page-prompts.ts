import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { readAsk } from '../../protocol/ask/read-ask.ts'
import { renderAsk } from '../../protocol/ask/render-ask.ts'

/** Stands where the reader's own question goes. No value of a prompt has it: cleaning removes what is for private use. */
export const OWN_QUESTION_MARK = '\uE000'

/** A template as prompts are stored, as far as readers see it. */
interface StoredTemplate {
  kind: string
  label: string
  resolved: string
  findings: readonly { level: 'error' | 'warning' }[]
}

interface ShownPrompt {
  kind: string
  label: string
  text: string
  promptId?: string
}

const SOURCE = /\n\nSource: (\S+)\n/

/**
 * The prompts of a page as its readers get them: what is active and has no error, rendered, and last a place for a question
 * of their own, with the same source and the request to cite it, where that has a label.
 */
export function pagePrompts(page: PageOfWidget, ownLabel: string | undefined): ShownPrompt[] {
  const { prompt_id: promptId, state, language } = page
  if (promptId === null || state !== 'active') return []
  // @NOTE the column is written by the service alone, from templates of this form.
  const templates = JSON.parse(page.templates ?? '[]') as StoredTemplate[]
  const shown = templates
    .filter(({ findings }) => findings.every(({ level }) => level !== 'error'))
    .map(({ kind, label, resolved }) => ({ kind, label, text: resolved, promptId }))
  const [, source] = SOURCE.exec(shown[0]?.text ?? '') ?? []
  if (source === undefined || ownLabel === undefined) return shown
  const own = ownQuestion(source, language ?? 'en')
  return own === undefined ? shown : [...shown, { kind: 'ask', label: ownLabel, text: own }]
}

/** A Cited Ask that is all question. */
const QUESTION = readAsk({
  id: 'own-question',
  intent: 'ask',
  template: '{question}',
  variables: { question: { label: 'Question', maxLength: 300 } },
})

/** Any question; the mark takes its place. */
const SAMPLE = '?'

function ownQuestion(url: string, language: string): string | undefined {
  if (!QUESTION.ok) return undefined
  const page = { url, title: '', site: '', language }
  const rendered = renderAsk(QUESTION.value, { page, inputs: { question: SAMPLE } })
  return rendered.ok ? `${OWN_QUESTION_MARK}${rendered.prompt.slice(SAMPLE.length)}` : undefined
}
