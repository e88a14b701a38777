import type { JSX } from 'preact'
import { appHref, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'

/** Shows the tabs between the pages about programs: what they may do, and what they did. */
export function DeveloperTabs(): JSX.Element {
  const { path } = usePlace()
  // The first tab has the others below its path.
  const tab = (to: string, name: string, below = to): JSX.Element => (
    <a
      href={appHref(to)}
      aria-current={path === to || path.startsWith(`${below}/`) ? 'page' : undefined}
    >
      {name}
    </a>
  )
  return (
    <nav class="views" aria-label={t.developers.title}>
      {tab('developers', t.developers.keys, 'developers/keys')}
      {tab('developers/webhooks', t.developers.webhooks)}
      {tab('developers/calls', t.developers.calls)}
    </nav>
  )
}
