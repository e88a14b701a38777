import type { Tell } from './events.ts'
import { make } from './make.ts'
import { makePanel } from './panel.ts'
import type { WidgetConfig } from './widget-config.ts'

/** esbuild puts the content of style.css here. */
declare const STYLE: string

/** Draws the widget into an element and answers what a reader sees of it. */
export function draw(host: Element, config: WidgetConfig, tell: Tell): HTMLElement {
  const { locale, mode, placement, strings, theme } = config
  const panel = makePanel(config, tell)
  const toggle = make('summary', strings.title)
  const folded = make('details', toggle, panel)
  const section = make('section', mode === 'button' ? folded : panel)
  section.className = `${mode} ${placement.position}`
  section.ariaLabel = strings.title
  section.lang = locale
  folded.onkeydown = ({ key }) => {
    if (key !== 'Escape') return
    folded.open = false
    toggle.focus()
  }
  const style = new CSSStyleSheet()
  // What the owner has set is weaker than the style of the page for the element.
  style.replaceSync(
    `${STYLE}:host{color-scheme:${theme.scheme.replace('auto', 'inherit')};--ask-ai-accent:${theme.accent ?? 'initial'};--ask-ai-radius:${theme.radius ?? 10}px}`,
  )
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [style]
  root.replaceChildren(section)
  return section
}
