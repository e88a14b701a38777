import { WIDGET_PATH } from '../../kernel/ports/widget-file.ts'
import { tagOf } from './recipes.ts'

/** Returns an address without the characters that have a meaning in HTML, in PHP, in JavaScript or in a shell. */
export const plainAddress = (address: string): string =>
  new URL(address).href.replaceAll(
    /[^\w./:~%?=[\]@+,-]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the address of the widget's script, which is updated in place. */
export const widgetScriptUrl = (publicUrl: string): string =>
  plainAddress(`${publicUrl}${WIDGET_PATH}`)

/** Returns the HTML tag that brings the widget into the pages of a site. */
export const widgetTag = (publicUrl: string, siteId: string): string =>
  tagOf({ src: widgetScriptUrl(publicUrl), siteId })
