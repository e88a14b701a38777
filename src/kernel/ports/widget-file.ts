import { hash } from 'node:crypto'

/** The widget as it is served: under one fixed name, and under one that is made from its contents. */
export interface WidgetFile {
  script: Buffer
  /** `/widget.3f2a….js`: the contents at this address never change. */
  pinnedPath: string
  /** The value of `integrity`. */
  integrity: string
}

/** The path that always has the newest widget. */
export const WIDGET_PATH = '/widget.js'

const NAME_CHARS = 16

/** Names a script by what it holds. */
export function widgetFileOf(script: Buffer): WidgetFile {
  const name = hash('sha384', script, 'hex').slice(0, NAME_CHARS)
  const integrity = `sha384-${hash('sha384', script, 'base64')}`
  return { script, pinnedPath: `/widget.${name}.js`, integrity }
}
