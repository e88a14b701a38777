import type { ScanWarning } from './tally.ts'

/** The meaning of each warning, in a sentence for the owner of the site; docs/scans.md has the same sentences. */
export const WARNING_SENTENCES: Readonly<Record<ScanWarning, string>> = {
  BLOCKED_ADDRESS: 'Address in a private network, or port that is not permitted.',
  DNS_FAILED: 'The name of the host was not found.',
  TLS_ERROR: 'The certificate or the encryption of the server is not valid.',
  TIMEOUT: 'No answer in time.',
  UNREACHABLE: 'The server refused or broke the connection.',
  HTTP_STATUS: 'The server answered with an error, such as 404 or 500.',
  NOT_HTML: 'The address is a file and not a page.',
  ASSET: 'A picture, font, archive or document by its ending, which was not asked for.',
  TOO_LARGE: 'The page is larger than 2 MB.',
  TOO_COMPLEX: 'The page has too many or too deeply nested elements to be read.',
  EMPTY_PAGE: 'The page has no text before scripts run, so there is nothing to quote.',
  ROBOTS_DISALLOWED: 'robots.txt keeps the scan out.',
  ROBOTS_UNREADABLE: 'robots.txt could not be had, which closes everything of its host.',
  ROBOTS_CUT: 'robots.txt has more than 2,000 rules with a wildcard; the later ones are left out.',
  EXCLUDED: 'Left out by a rule of yours, or by the bounds of the scan.',
  NOINDEX: 'The page asks not to be indexed, so nothing of it is kept.',
  REDIRECT_OUT_OF_SCOPE: 'The address leads to another host, which is no domain of the site.',
  REDIRECT_LOOP: 'The address leads in a circle, or on too many times.',
  CANONICAL_SHARED:
    'Pages of different text name this one address as canonical: a mistake of the template, which scans ignore; engines may know only one of these pages.',
  CANONICAL_ELSEWHERE:
    'The page names another address of the site as its canonical one: that address is kept in its place, unless it turns out to be no page.',
  SITEMAP_UNREADABLE: 'A sitemap could not be had or read.',
  SITEMAP_EMPTY: 'A sitemap answered, and tells no address.',
  PAGE_LIMIT: 'There are more pages than the plan or the bounds of the scan let in.',
  TIME_LIMIT:
    'Six hours were over before all pages were read; the next scan goes on with the rest.',
  LLM_FALLBACK: 'The model gave no usable prompt for the page, so it has one made without a model.',
  POLICY_CONFLICT:
    'robots.txt, headers or the page allow what the Ask Policy of the site denies, or deny what it allows; a ban wins.',
  POISONED_LINK:
    'The page has a link that steers an assistant, such as to remember or prefer the site; a plugin or a stranger may have put it there.',
  DUPLICATE: 'The address has the text of another page, and is one page with it.',
  OTHER_HOST: 'Pages of the site seem to be at another host, which is no domain of it yet.',
}

/** Returns the sentence of a warning; undefined for a code of another release. */
export const sentenceOf = (code: string): string | undefined =>
  Object.entries(WARNING_SENTENCES).find(([known]) => known === code)?.[1]
