import type { JSX } from 'preact'
import { appHref } from '../router.ts'
import { useData } from '../use-data.ts'

/** Shows the name of the site that a page is about, behind the title of the page. */
export function OfSite({ siteId }: { siteId: string }): JSX.Element | null {
  const { answer } = useData('GET /sites/{id}', { path: { id: siteId } })
  return answer ? (
    <a class="quiet" href={appHref(`s/${siteId}`)}>
      <bdi>{answer.data.domain}</bdi>
    </a>
  ) : null
}
