import type { ParsedPage } from '../html/read-page.ts'
import type { Robots } from '../robots/robots.ts'
import type { CheckId } from './rubric.ts'

/** An answer to one request of the score, after its redirects. */
export interface ProbeAnswer {
  /** As it was asked for. */
  url: string
  /** HTTP status; null where no answer came (DNS, TLS, timeout, refused). */
  status: number | null
  /** Value of the Content-Type header; null where there was none. */
  contentType: string | null
}

/** The page itself. Who gets no answer at all has nothing to score. */
export interface TargetAnswer {
  /** As the caller wrote it. */
  url: string
  /** Where the redirects ended. */
  finalUrl: string
  status: number
  /** Each answer that was passed on the way, in order; empty without redirects. */
  redirects: readonly { url: string; status: number }[]
  /** Of the final answer, names in lower case; values of repeated headers joined by `, `. */
  headers: Readonly<Record<string, string>>
  /** Milliseconds to the first byte of a second request, so that DNS and caches are warm; null if not measured. */
  ttfbMs: number | null
  /** Null where the answer is no HTML. */
  page: ParsedPage | null
  /** Whether the answer was longer than what was read of it. */
  isTruncated: boolean
  /** What shows that a protection answered in place of the page (`findBotWall`), or null. */
  botWall: string | null
}

export interface RobotsAnswer extends ProbeAnswer {
  /** What was read of a 2xx answer, else null. */
  robots: Robots | null
}

export interface SitemapAnswer extends ProbeAnswer {
  /** Whether it was one of the known formats, with at least one usable address. */
  isValid: boolean
  /** Whether it lists the page; null where it was too long to tell. */
  containsTarget: boolean | null
  /** `lastmod` of the page, ISO 8601; null where it has none. */
  targetLastmod: string | null
  /** Entries that were read, and a sample of their `lastmod`, ISO 8601. */
  entries: number
  lastmods: readonly string[]
}

export interface MarkdownAnswers {
  /** The page, asked for with `Accept: text/markdown`. */
  negotiated: (ProbeAnswer & { vary: string | null }) | null
  /** The address of the page with `.md`. */
  twin: ProbeAnswer | null
  /** Where the page's `rel=alternate type=text/markdown` leads. */
  alternate: ProbeAnswer | null
}

/** What another language's version of the page, named by hreflang, says of this one. */
export interface AlternateAnswer extends ProbeAnswer {
  /** Of the link: `de`, `x-default`. */
  lang: string
  /** Whether its own hreflang links name this page; null where that was not to be read. */
  linksBack: boolean | null
}

/** What the page was for one user agent. */
export interface ParityAnswer {
  /** Name of the user agent: `GPTBot`. */
  agent: string
  /** Null where no answer came. */
  status: number | null
  /** As in `TargetAnswer`. */
  botWall: string | null
  /** Of the visible text, in UTF-8. */
  textBytes: number
}

/** The page as a browser gets it, and as bots that are known to protections do. */
export interface Parity {
  browser: ParityAnswer
  bots: readonly ParityAnswer[]
  /** Bots in whose name nothing was asked, because robots.txt keeps them out. */
  keptOut: readonly string[]
}

/**
 * All that was fetched for one score. `null` means that it was not asked for: the checks that need it do not apply.
 * The same observation always gives the same score.
 */
export interface Observation {
  /** Epoch milliseconds of the fetch: the age of dates is counted from here. */
  nowMs: number
  target: TargetAnswer
  robots: RobotsAnswer | null
  sitemap: SitemapAnswer | null
  /** `link` is the answer to the first link in the file; null without one. */
  llmsTxt: (ProbeAnswer & { text: string; link: ProbeAnswer | null }) | null
  markdown: MarkdownAnswers | null
  /** The documents of `WELL_KNOWN_PATHS`. */
  wellKnown: readonly (ProbeAnswer & { isJson: boolean })[] | null
  tdmRep: (ProbeAnswer & { isJson: boolean }) | null
  /** The canonical address, where it is another than that of the page. */
  canonical: ProbeAnswer | null
  /** Versions in other languages on the same host, at most two; those of other hosts are not asked. */
  alternates: readonly AlternateAnswer[] | null
  /** Asked for by the owner of a site alone: it takes requests in the names of others. */
  parity: Parity | null
  /** Other pages of the site that have the title of this one; null where the site was not scanned. */
  sameTitle: readonly string[] | null
  /** Addresses that were not asked for, because robots.txt keeps our bot out of them. */
  barred?: readonly string[]
  /** The same, because their host was asked enough. */
  refused?: readonly string[]
}

/** What is to be fetched for a score. */
export interface ObserveRequest {
  url: string
  /** Who it is for: anybody, who gets public hosts at the web's own ports alone, or one whom the operator knows. */
  audience: 'public' | 'known'
  /** Only what these checks need; everything by default. */
  checks?: readonly CheckId[] | undefined
  /** Also as a browser and as known bots: for the owner of the site, on request. */
  parity?: boolean | undefined
  /** For a scan: only as fast and as far as robots.txt lets our bot go, and not after the signal. */
  scan?: { signal: AbortSignal } | undefined
  /** Whether the host of an address may be asked, redirects to it among the rest; every host by default. */
  admits?: ((url: URL) => boolean) | undefined
}
