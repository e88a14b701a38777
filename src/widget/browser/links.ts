import { hrefOf } from './href.ts'
import { make } from './make.ts'
import type { WidgetConfig } from './widget-config.ts'

/** Makes the links that take a prompt to the targets, each with what it will do. */
export function makeLinks(
  { strings, targets }: WidgetConfig,
  prompt: string,
  onOpened: (target: string) => void,
): HTMLElement[] {
  return targets.map((target) => {
    const href = hrefOf(target, prompt)
    // Apps of telephones take such a link and leave the prompt out.
    const isPasted = !href || (navigator.maxTouchPoints && target.mobile !== 'works')
    const sends = href && target.submits !== 'never' ? `${strings.sends} ` : ''
    const link = make('a', target.label, make('small', sends + (isPasted ? strings.paste : '')))
    link.href = href || target.home
    link.target = '_blank'
    link.rel = 'noopener'
    link.onclick = link.onauxclick = ({ button }) => {
      // The right button opens a menu.
      if (button < 2) onOpened(target.id)
    }
    return make('li', link)
  })
}
