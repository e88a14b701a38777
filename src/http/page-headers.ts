import helmet from 'helmet'
import { YEAR_SECONDS } from '../kernel/wire/security-headers.ts'

interface PagePolicy {
  publicUrl: string
  /** True for a page that runs scripts of this server, which may ask this server. */
  hasScripts: boolean
  /** Sources of styles in place of this server's own, such as the hash of the one within the page. */
  styles?: readonly string[]
  /** Where its forms may be sent and lead to; nowhere by default. Chromium asks this of a redirect that answers a form, too. */
  formActions?: readonly string[]
}

/**
 * Makes the middleware that sets what browsers hear about a page: it loads nothing from elsewhere, runs nothing that stands
 * in the page itself, and no other site may frame it.
 */
export function pageHeaders({
  publicUrl,
  hasScripts,
  styles = ["'self'"],
  formActions,
}: PagePolicy): ReturnType<typeof helmet> {
  const own = ["'self'"]
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [...styles],
        // Icons are data of the page.
        imgSrc: ["'self'", 'data:'],
        ...(hasScripts && { scriptSrc: own, connectSrc: own }),
        baseUri: ["'none'"],
        formAction: formActions ? [...own, ...formActions] : ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // An assistant opens the page of a form in a window of its own, and hears from that window when it is led back.
    crossOriginOpenerPolicy: !formActions,
    // Nothing is said of subdomains, which need not be ours; and http is no place to say it.
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
  })
}
