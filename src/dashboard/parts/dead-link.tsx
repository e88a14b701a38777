import type { JSX } from 'preact'
import { appHref } from '../router.ts'
import { t } from '../texts/index.ts'
import { FirstHead } from './first-head.tsx'

/**
 * Shows, in place of a page, that its link has no token: the token was used, the link was cut off, or the page was
 * loaded again.
 */
export function DeadLink({ how }: { how: string }): JSX.Element {
  return (
    <>
      <FirstHead title={t.deadLink.title} lead={t.deadLink.lead} />
      <p>{how}</p>
      <p>
        <a href={appHref('sign-in')}>{t.signIn.title}</a>
      </p>
    </>
  )
}
