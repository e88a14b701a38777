import type { ParsedPage } from '../html/read-page.ts'
import type { Robots } from '../robots/robots.ts'
import type { HomePage } from './page-names.ts'
import type { CheckId } from './rubric.ts'

/** The answer to one request of the score, after its redirects. */
export interface ProbeAnswer {
  /** The requested address. */
  url: string
  /** HTTP status; null when there was no answer (DNS, TLS, timeout, refused). */
  status: number | null
  /** Value of the Content-Type header; null when the header is absent. */
  contentType: string | null
  /** Value of the Last-Modified header, where it was kept. */
  lastModified?: string | null
}

/** The answer of the page itself. A page without any answer is not scored. */
export interface TargetAnswer {
  /** The address as the caller wrote it. */
  url: string
  /** The address at which the redirects ended. */
  finalUrl: string
  status: number
  /** The redirects on the way, in order. */
  redirects: readonly { url: string; status: number }[]
  /** Headers of the final answer, names in lower case; repeated headers joined by `, `. */
  headers: Readonly<Record<string, string>>
  /**
   * Milliseconds to the first byte of the start page, asked twice so that DNS and caches are warm; null if not
   * measured.
   */
  ttfbMs: number | null
  /** The facts of the page; null when the answer is not HTML. */
  page: ParsedPage | null
  /** True when the answer was longer than what was read. */
  isTruncated: boolean
  /** Explains that a protection answered in place of the page (`findBotWall`), or null. */
  botWall: string | null
}

export interface RobotsAnswer extends ProbeAnswer {
  /** The parsed file of a 2xx answer, else null. */
  robots: Robots | null
}

/** An entry of a sitemap: the mark of its page, and ISO 8601 or null. */
export type SitemapMark = readonly [mark: string, lastmod: string | null]

export interface SitemapAnswer extends ProbeAnswer {
  /** True for a sitemap of a known format with at least one valid address. */
  isValid: boolean
  /** True when the sitemap lists the page; null when the sitemap was too long to tell. */
  containsTarget: boolean | null
  /** `lastmod` of the page, ISO 8601; null when absent. */
  targetLastmod: string | null
  /** Number of entries that were read, and a sample of their `lastmod`, ISO 8601. */
  entries: number
  lastmods: readonly string[]
  /** All entries, as mark (`pageMark`) and `lastmod`; only for a scan, and only where all were read. */
  listed?: readonly SitemapMark[]
  /** Sitemaps of robots.txt that could not be read, so that this one was asked for. */
  unread?: readonly ProbeAnswer[]
}

export interface MarkdownAnswers {
  /** The start page when requested with `Accept: text/markdown`. */
  negotiated: (ProbeAnswer & { vary: string | null }) | null
  /** The answer at the address of the start page with `.md`. */
  twin: ProbeAnswer | null
  /** The answer at the start page's `rel=alternate type=text/markdown`. */
  alternate: ProbeAnswer | null
}

/** The answer of a version in another language, named by hreflang. */
export interface AlternateAnswer extends ProbeAnswer {
  /** The hreflang of the link: `de`, `x-default`. */
  lang: string
  /** True when the hreflang links of that version name this page; null when they could not be read. */
  linksBack: boolean | null
}

/** The answer of the page to one user agent. */
export interface ParityAnswer {
  /** Name of the user agent: `GPTBot`. */
  agent: string
  /** The HTTP status; null when there was no answer. */
  status: number | null
  /** An explanation that a protection answered in place of the page (`findBotWall`), or null. */
  botWall: string | null
  /** The size of the visible text in UTF-8, in bytes. */
  textBytes: number
}

/** The answers to a browser and to bots that protections know. */
export interface Parity {
  browser: ParityAnswer
  bots: readonly ParityAnswer[]
  /** Bots for which nothing was requested, because robots.txt disallows them. */
  keptOut: readonly string[]
}

/** Texts of files that state how content may be used, for callers that store them; null where a file does not exist. */
export interface StatedTexts {
  robotsTxt: string | null
  tdmRep: string | null
}

/**
 * Everything that was fetched for one score. `null` means not requested: the checks that need it do not apply. The
 * same observation always gives the same score.
 */
export interface Observation {
  /** Time of the fetch in epoch milliseconds, from which the age of dates is counted. */
  nowMs: number
  target: TargetAnswer
  robots: RobotsAnswer | null
  sitemap: SitemapAnswer | null
  /** The answer of llms.txt; `link` is the answer to the first link in the file, null without one. */
  llmsTxt: (ProbeAnswer & { text: string; link: ProbeAnswer | null }) | null
  markdown: MarkdownAnswers | null
  /** The answers at `WELL_KNOWN_PATHS`. */
  wellKnown: readonly (ProbeAnswer & { isJson: boolean })[] | null
  tdmRep: (ProbeAnswer & { isJson: boolean }) | null
  /** The answer of the canonical address, when it differs from that of the page. */
  canonical: ProbeAnswer | null
  /** Versions in other languages on the same host, at most two; other hosts are not asked. */
  alternates: readonly AlternateAnswer[] | null
  /**
   * The answers of the page to other user agents; fetched only for the owner of a site, since the requests use the
   * names of other bots.
   */
  parity: Parity | null
  /** The page at the root of the origin; null or absent when it was not requested, or is the observed page. */
  home?: HomePage | null
  /** The Last-Modified of some pages to which the page links, where nothing else states when the page was changed. */
  neighboursModified?: readonly string[]
  /**
   * The Last-Modified that most pages of the site share, ISO 8601; null where they share none, absent where no scan
   * knows.
   */
  sharedModified?: string | null
  /**
   * Other pages of the site with the same title, which are reported and change nothing; null when it was not scanned.
   */
  sameTitle: readonly string[] | null
  /** The texts of the site's files about the use of content; no check looks at them. */
  texts?: StatedTexts
  /** Addresses that were not requested because robots.txt disallows them for our bot. */
  barred?: readonly string[]
  /** Addresses that were not requested because their host had enough requests. */
  refused?: readonly string[]
}

/** A request to observe one page. */
export interface ObserveRequest {
  url: string
  /**
   * The caller: `public` for anybody, who may reach public hosts at the web's own ports only, or `known` to the
   * operator.
   */
  audience: 'public' | 'known'
  /** The checks to fetch for, everything by default. */
  checks?: readonly CheckId[] | undefined
  /** True to compare a browser and known bots too, when the owner of the site asks for it. */
  parity?: boolean | undefined
  /**
   * The signal of a scan that the request is part of, at which it stops; it then goes only as fast and as far as
   * robots.txt lets our bot go.
   */
  scan?: { signal: AbortSignal } | undefined
  /** Decides whether the host of an address may be asked, for redirects too; every host by default. */
  admits?: ((url: URL) => boolean) | undefined
}
