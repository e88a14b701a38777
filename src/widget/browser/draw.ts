import { chipsOf } from './chips.ts'
import type { Tell } from './events.ts'
import { make, type PartContent } from './make.ts'
import { makePanel } from './panel.ts'
import { makePill } from './pill.ts'
import { makeRow } from './row.ts'
import { learnSigns, makeSign } from './sign.ts'
import type { WidgetConfig } from './widget-config.ts'

/** The content of style.css, which esbuild puts here. */
declare const STYLE: string

/** Draws the widget into an element, and returns the part that a reader sees before the widget is opened. */
export function draw(host: Element, config: WidgetConfig, tell: Tell): HTMLElement {
  const { locale, mode, placement, signs, strings } = config
  const chips = chipsOf(config)
  learnSigns(signs)
  const panel = (head?: PartContent): HTMLElement => makePanel(config, tell, chips, head)[0]
  const isPill = placement.position === 'float' || mode === 'button'
  let seen: HTMLElement
  if (isPill) seen = makePill(config, panel)
  else if (mode === 'bar') seen = makeRow(config, chips, () => makePanel(config, tell, chips))
  else seen = panel(make('p', 'head', makeSign('ask'), strings.title))
  const section = make('section', `${placement.position}${isPill ? ' pilled' : ''}`, seen)
  section.ariaLabel = strings.title
  section.lang = locale
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE + ownStyle(config))
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [style]
  root.replaceChildren(section)
  return seen
}

/** Writes the style that the owner has set. It is weaker than the style that the page has for the element. */
const ownStyle = ({ theme: { accent, radius, scheme } }: WidgetConfig): string =>
  `:host{color:var(--ask-ai-color,${scheme === 'auto' ? 'inherit' : 'CanvasText'});` +
  `color-scheme:${scheme.replace('auto', 'inherit')};--ask-ai-accent:${accent ?? 'inherit'};` +
  `--ask-ai-radius:${radius === null ? 'inherit' : `${radius}px`}}`
