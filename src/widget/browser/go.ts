import { hrefOf } from './href.ts'
import { make } from './make.ts'
import { makeMark, makeSign } from './sign.ts'
import type { ShownTarget } from './widget-config.ts'

/** Takes a prompt to a target from then on, and returns what will happen when the link is pressed. */
type Lead = (target: ShownTarget, prompt: string) => 'fills' | 'sends' | 'paste'

/** Makes the only link of the widget, which takes the prompt to the chosen assistant. */
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
