import { failIf, finding, judge, warnIf, type Problem } from '../finding.ts'
import type { ProbeAnswer } from '../observation.ts'
import { onPage } from '../on-page.ts'
import { isSameHost, isSamePage } from '../same-page.ts'

/**
 * One canonical address, written whole, on this host, that is this page or another name of it, answers with 200, and
 * is the one of the `Link` header. An address of another host fails without being asked.
 */
export const canonical = onPage((page, seen, { canonical: fetched }) => {
  const { canonicalUrl, canonicals, canonicalHeaderUrl, isCanonicalAbsolute } = page
  if (canonicalUrl === null) return finding('warn', seen, ['No canonical address is named.'])
  const isSelf = isSamePage(canonicalUrl, seen.url)
  const isElsewhere = !isSelf && !isSameHost(canonicalUrl, seen.url)
  const contradicts = canonicalHeaderUrl !== null && !isSamePage(canonicalHeaderUrl, canonicalUrl)
  return judge(
    seen,
    [
      failIf(canonicals > 1, `${canonicals} different canonical addresses are named.`),
      failIf(contradicts, `The Link header names another one: ${canonicalHeaderUrl}`),
      failIf(isElsewhere, 'The canonical address is on another host.'),
      isElsewhere ? null : answerProblem(fetched, isSelf),
      // A copy of the page on another host, such as one for trials, would name itself.
      warnIf(isCanonicalAbsolute === false, 'The canonical address is written without its host.'),
      warnIf(!isSelf && !isElsewhere, 'The canonical address is another page.'),
    ],
    { excerpt: canonicalUrl, good: 'The canonical address is this page.' },
  )
})

/** What is wrong with the answer of an address that is written otherwise than that of the page. */
function answerProblem(fetched: ProbeAnswer | null, isSelf: boolean): Problem | null {
  const status = fetched?.status ?? 200
  if (status === 200) return null
  const text = `The canonical address answers ${status}.`
  // Another name of this page that redirects most often leads back here, which costs a hop and no reader.
  return isSelf && status >= 300 && status < 400 ? warnIf(true, text) : failIf(true, text)
}
