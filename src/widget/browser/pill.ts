import { make, makeButton } from './make.ts'
import { makeSign } from './sign.ts'
import type { WidgetConfig } from './widget-config.ts'

/**
 * Makes a button that opens a panel above the page. The panel has a head with a button that closes it, and is made when
 * it is first opened.
 */
export function makePill(
  { strings }: WidgetConfig,
  makePanel: (head: HTMLElement) => HTMLElement,
): HTMLElement {
  let panel: HTMLElement | undefined
  const press = (): void => {
    if (!panel) {
      panel = makePanel(make('p', 'head', makeSign('ask'), strings.title, close))
      pill.after(panel)
      panel.popover = 'auto'
      // The browser gives the focus back to what it takes for the button, which is the element around it.
      panel.onbeforetoggle = () => {
        if (panel?.matches(':focus-within')) pill.focus()
      }
      // The press that is under way opens it.
      pill.popoverTargetElement = close.popoverTargetElement = panel
    } else if (!('popover' in HTMLElement.prototype)) {
      panel.hidden = !panel.hidden
    }
  }
  const close = makeButton('', press, makeSign('close'))
  const pill = makeButton('pill', press, makeSign('ask'), strings.short)
  close.ariaLabel = strings.close
  return pill
}
