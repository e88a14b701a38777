import { failIf, finding, worstFinding, warnIf } from '../finding.ts'
import type { ProbeAnswer } from '../observation.ts'
import { onPage } from '../page-checks.ts'
import { isSameHost, isSamePage } from '../same-page.ts'

/**
 * Passes with one absolute canonical address on this host that is this page or another name of it, and equals that of the
 * `Link` header. An address on another host fails without a request.
 */
export const canonical = onPage((page, seen, { canonical: fetched }) => {
  const { canonicalUrl, canonicals, canonicalHeaderUrl, isCanonicalAbsolute } = page
  if (canonicalUrl === null) return finding('warn', seen, ['No canonical address is named.'])
  const isSelf = isSamePage(canonicalUrl, seen.url)
  const isElsewhere = !isSelf && !isSameHost(canonicalUrl, seen.url)
  const contradicts = canonicalHeaderUrl !== null && !isSamePage(canonicalHeaderUrl, canonicalUrl)
  return worstFinding(
    seen,
    [
      failIf(canonicals > 1, `${canonicals} different canonical addresses are named.`),
      failIf(contradicts, `The Link header names another one: ${canonicalHeaderUrl}`),
      failIf(isElsewhere, 'The canonical address is on another host.'),
      // A copy of the page on another host, such as a staging site, would name itself.
      warnIf(isCanonicalAbsolute === false, 'The canonical address is written without its host.'),
      warnIf(!isSelf && !isElsewhere, 'The canonical address is another page.'),
    ],
    {
      excerpt: canonicalUrl,
      good: 'The canonical address is this page.',
      notes: isElsewhere ? [] : answerNotes(fetched, isSelf),
    },
  )
})

/** What the canonical address answers is told and costs nothing more, since a scan does not ask. */
function answerNotes(fetched: ProbeAnswer | null, isSelf: boolean): string[] {
  const status = fetched?.status ?? 200
  // Another spelling of this page that redirects mostly leads back here.
  const leadsBack = isSelf && status >= 300 && status < 400
  return status === 200 || leadsBack ? [] : [`The canonical address answers ${status}.`]
}
