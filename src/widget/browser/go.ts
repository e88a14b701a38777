import { hrefOf } from './href.ts'
import { make } from './make.ts'
import { makeMark, makeSign } from './sign.ts'
import type { ShownTarget } from './widget-config.ts'

/**
 * Makes the link lead to a target with a prompt, and returns the effect of pressing it: the prompt is filled in, or
 * sent, or has to be pasted.
 */
type Lead = (target: ShownTarget, prompt: string) => 'fills' | 'sends' | 'paste'

/**
 * Makes the only link of the widget, which takes the prompt to the chosen assistant, and the function that sets where
 * it leads.
 */
export function makeGo(label: string, onOpened: () => void): [link: HTMLElement, lead: Lead] {
  const link = make('a', 'go')
  link.target = '_blank'
  link.rel = 'noopener'
  link.onclick = link.onauxclick = ({ button }) => {
    // The right button opens a menu.
    if (button < 2) onOpened()
  }
  const lead: Lead = (target, prompt) => {
    const href = hrefOf(target, prompt)
    link.href = href || target.home
    const name = make(
      'span',
      '',
      label.replace('{}', () => target.label),
    )
    link.replaceChildren(makeMark(target.icon), name, makeSign('out'))
    if (!href) return 'paste'
    // A target whose way is unknown gets the worse answer: that the link sends the prompt.
    return target.submits === 'never' ? 'fills' : 'sends'
  }
  return [link, lead]
}
