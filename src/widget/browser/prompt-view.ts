import { make } from './make.ts'
import { makeSign } from './sign.ts'

/**
 * Makes the view of the whole prompt, whose summary shows how the prompt begins. Where the owner does not offer the
 * view, it appears once the prompt has to be copied by hand: `select` opens and marks it.
 */
export function makePromptView(
  label: string,
  isOffered: boolean,
): [element: HTMLElement, show: (prompt: string) => void, select: () => void] {
  const whole = make('pre', '')
  const beginning = make('span', '')
  const summary = make('summary', '', make('b', '', label), beginning, makeSign('turn'))
  const view = make('details', '', summary, whole)
  beginning.dir = 'auto'
  // Every browser must let the keyboard reach an element that scrolls.
  whole.tabIndex = 0
  view.hidden = !isOffered
  const show = (prompt: string): void => {
    whole.textContent = prompt
    beginning.textContent = prompt.split('\n')[0] ?? ''
  }
  const select = (): void => {
    view.hidden = false
    view.open = true
    getSelection()?.selectAllChildren(whole)
  }
  return [view, show, select]
}
