import { isShort, type Chips } from './chips.ts'
import { make, makeButton } from './make.ts'
import type { AskPanel } from './panel.ts'
import { makeMark, makeSign } from './sign.ts'
import type { WidgetConfig } from './widget-config.ts'

/** The most suggestions that a row can have room for. */
const MAX_SUGGESTIONS = 3
const MAX_MARKS = 4

/** Makes the closed widget as a row with a button and suggestions. The panel is made when it is first opened. */
export function makeRow(
  { strings, targets }: WidgetConfig,
  [chips]: Chips,
  makePanel: () => AskPanel,
): HTMLElement {
  let panel: AskPanel | undefined
  const open = (isAsked?: true): AskPanel => {
    panel ??= makePanel()
    const [element] = panel
    const isOpen = row.classList.toggle('open', isAsked)
    row.after(element)
    element.hidden = !isOpen
    toggle.ariaExpanded = `${isOpen}`
    return panel
  }
  const toggle = makeButton('toggle', () => open(), makeSign('ask'), strings.title)
  toggle.ariaExpanded = 'false'
  const suggestions = chips
    .filter(isShort)
    .slice(0, MAX_SUGGESTIONS)
    .map((chip) => makeButton('chip', () => open(true)[1](chips.indexOf(chip)), chip.label))
  const marks = targets.slice(0, MAX_MARKS).map(({ icon }) => makeMark(icon))
  const row = make(
    'div',
    'row',
    toggle,
    suggestions.length > 0 && make('span', 'tasks', ...suggestions),
    make('span', 'marks', ...marks),
    makeSign('turn'),
  )
  return row
}
