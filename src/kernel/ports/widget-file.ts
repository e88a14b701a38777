import { hash } from 'node:crypto'

/** The script of the widget, which is served at a fixed address and at one that is made from its contents. */
export interface WidgetFile {
  script: Buffer
  /** The path that is made from the contents, such as `/widget.3f2a….js`; what it answers never changes. */
  pinnedPath: string
  /** The value of the attribute `integrity` for a page that embeds the script. */
  integrity: string
}

/** The path that always answers the newest widget. */
export const WIDGET_PATH = '/widget.js'

const NAME_CHARS = 16

/** Makes the widget's file: its path and the value of `integrity` from the contents of the script. */
export function widgetFileOf(script: Buffer): WidgetFile {
  const name = hash('sha384', script, 'hex').slice(0, NAME_CHARS)
  const integrity = `sha384-${hash('sha384', script, 'base64')}`
  return { script, pinnedPath: `/widget.${name}.js`, integrity }
}
