import type { PagePrompt, WidgetConfig } from './widget-config.ts'

const MAX_CHIPS = 4
/** The most characters of a label in the row; those of Chinese, Japanese and Korean count twice. */
const MAX_ROW_LABEL = 24

export type Chips = [
  /** The prompts that a reader may press: questions first, then tasks. */
  chips: readonly PagePrompt[],
  /**
   * The prompt for a question of the reader's own, with the mark in place of the question; undefined where readers may
   * not ask.
   */
  own: PagePrompt | undefined,
]

export function chipsOf({ prompts, question: { mark }, questions }: WidgetConfig): Chips {
  const own = prompts.default.find(({ text }) => text.includes(mark))
  const asked = questions.map(
    ({ text }) => own && { ...own, label: text, text: filled(own, mark, text) },
  )
  const tasks = prompts.default.filter((prompt) => prompt !== own)
  return [[...asked, ...tasks].filter((chip) => chip !== undefined).slice(0, MAX_CHIPS), own]
}

export const filled = ({ text }: PagePrompt, mark: string, question: string): string =>
  text.replace(mark, () => question)

export const isShort = ({ label }: PagePrompt): boolean =>
  label.replace(/[\u1100-\uffee]/g, '$&$&').length <= MAX_ROW_LABEL
