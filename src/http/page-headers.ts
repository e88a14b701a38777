import helmet from 'helmet'
import { YEAR_SECONDS } from '../kernel/wire/security-headers.ts'

interface PagePolicy {
  publicUrl: string
  /** True for a page that runs scripts of this server, which may ask this server. */
  hasScripts: boolean
  /** The sources of styles in place of this server's own, such as the hash of the one style within the page. */
  styles?: readonly string[]
  /**
   * The addresses that forms of the page may be sent to and lead to; none by default. Chromium also checks a redirect
   * that answers a form.
   */
  formActions?: readonly string[]
}

/**
 * Makes the middleware that sets the security headers of a page: the page loads nothing from elsewhere and runs
 * nothing that is in itself, and no other site may frame it.
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
    // An assistant opens the page of a form in a window of its own, and gets a message from that window when it is led
    // back.
    crossOriginOpenerPolicy: !formActions,
    // The header does not cover subdomains, which need not be ours; and it must not be sent over http.
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
  })
}
