import type { Sign, WidgetConfig } from './widget-config.ts'
import { createSvg } from './page.ts'

let signs: WidgetConfig['signs']

/** Takes the signs of the widget, which are drawn with a line, from the configuration. */
export function learnSigns(found: WidgetConfig['signs']): void {
  signs = found
}

export const makeSign = (name: Sign): SVGElement => draw(signs[name], `sign ${name}`)

/** Makes the icon of an assistant; a sign of the widget where the assistant has none. */
export const makeMark = (icon: string | null): SVGElement =>
  icon ? draw(icon, '') : makeSign('ask')

function draw(path: string, name: string): SVGElement {
  const svg = createSvg('svg')
  const line = createSvg('path')
  svg.setAttribute('class', name)
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
