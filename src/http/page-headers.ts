import helmet from 'helmet'
import { YEAR_SECONDS } from '../kernel/wire/security-headers.ts'

interface PagePolicy {
  publicUrl: string
  /** True for a page that runs scripts of this server, which may ask this server. */
  hasScripts: boolean
}

/**
 * Makes the middleware that sets what browsers hear about a page: it loads nothing from elsewhere, runs nothing that stands
 * in the page itself, and no other site may frame it.
 */
export function pageHeaders({ publicUrl, hasScripts }: PagePolicy): ReturnType<typeof helmet> {
  const own = ["'self'"]
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: own,
        // Icons are data of the page.
        imgSrc: ["'self'", 'data:'],
        ...(hasScripts && { scriptSrc: own, connectSrc: own }),
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // Nothing is said of subdomains, which need not be ours; and http is no place to say it.
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
  })
}
