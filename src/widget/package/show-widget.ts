import { setTag } from './tag.ts'

export interface WidgetOrigin {
  /** The address of the service, such as `https://citable.example`. */
  readonly server: string
  readonly siteId: string
  /**
   * The names of query parameters that tell pages apart, at most four; by default those of the site’s configuration.
   */
  readonly query?: readonly string[]
}

/**
 * Shows the widget on the page, and on pages that a script shows after it, as the script tag does. Returns false, and
 * changes nothing, where there is no document (on a server), and where the widget is on the page already. Throws
 * TypeError for a `server` that is not an address.
 */
export async function showWidget({ server, siteId, query }: WidgetOrigin): Promise<boolean> {
  const { href } = new URL('widget.js', server.replace(/\/*$/, '/'))
  if (typeof customElements === 'undefined' || customElements.get('ask-ai')) return false
  if (!setTag(href, { siteId, ...(query && { query: query.join(' ') }) })) return false
  await import('../browser/main.ts')
  return true
}
