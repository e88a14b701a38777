import { make } from './make.ts'
import type { WidgetConfig } from './widget-config.ts'

/** Makes the field for a question of the reader's own, which the Enter key asks. */
export function makeField(
  { question, strings }: WidgetConfig,
  onInput: () => void,
  go: HTMLElement,
): HTMLInputElement {
  const field = make('input', 'ask')
  Object.assign(field, question, { dir: 'auto', enterKeyHint: 'go', ariaLabel: strings.question })
  field.oninput = onInput
  // @NOTE of the ways to know Enter, this one leaves out the Enter that ends a word in Japanese, in every browser.
  field.onkeydown = ({ keyCode }) => {
    if (keyCode === 13) go.click()
  }
  return field
}
