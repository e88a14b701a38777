import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasCookie, isByToken } from './client.ts'
import { DEVELOPERS_PAGES } from './pages/developers/index.ts'
import { ORGANIZATION_PAGES } from './pages/organization/index.ts'
import { SITE_PAGES } from './pages/site/index.ts'
import type { PageEntry } from './pages/page-entry.ts'
import { useMay } from './rights.ts'
import { appHref } from './router.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'
import { t } from './texts/index.ts'
import { useData } from './use-data.ts'

interface Props {
  path: string
  children: ComponentChildren
}

/** Shows the list of pages next to the page. A narrow screen has a button that opens the same list. */
export function Frame({ path, children }: Props): JSX.Element {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const side = list.current
    if (side?.matches(':popover-open')) side.hidePopover()
  }, [path])
  return (
    <>
      <a class="skip" href="#main">
        {t.nav.skip}
      </a>
      <header class="bar">
        <a class="brand" href={appHref('sites')}>
          Citable
        </a>
        <button type="button" popovertarget="pages">
          {t.nav.menu}
        </button>
      </header>
      <nav class="side" id="pages" popover="auto" ref={list} aria-label={t.nav.label}>
        <Pages path={path} />
      </nav>
      <main id="main">
        {hasCookie ? isByToken() && <NoCookieBanner /> : <InsecureBanner />}
        {children}
      </main>
    </>
  )
}

function Pages({ path }: { path: string }): JSX.Element {
  const siteId = /^s\/([^/]+)/.exec(path)?.[1]
  const current = useStore(session)
  const me = 'me' in current ? current.me : undefined
  const may = useMay()
  const mayRead = ({ reads }: PageEntry): boolean => reads === undefined || may(reads)
  const link = (to: string, name: string): JSX.Element => (
    <li>
      <a href={appHref(to)} aria-current={isIn(path, to) ? 'page' : undefined}>
        {name}
      </a>
    </li>
  )
  return (
    <div>
      <a class="brand" href={appHref('sites')}>
        Citable
      </a>
      <ul>{link('sites', t.nav.sites)}</ul>
      {siteId !== undefined && <SitePages siteId={siteId} link={link} />}
      <h2>
        <bdi>{me?.organization.name}</bdi>
      </h2>
      <ul>
        {[...DEVELOPERS_PAGES, ...ORGANIZATION_PAGES].map(
          (page) => page.link && mayRead(page) && link(page.path, page.link()),
        )}
      </ul>
      <footer class="note">
        <bdi>{me?.user.email}</bdi>
        <br />
        <a href={appHref('account')}>{t.nav.account}</a>
      </footer>
    </div>
  )
}

/**
 * True where a link of the list stands for the open page: it leads to the page, or the path of the page goes on from
 * the path of the link. The link to a site's first page stands for that page alone.
 */
const isIn = (path: string, to: string): boolean =>
  path === to || (path.startsWith(`${to}/`) && !/^s\/[^/]+$/.test(to))

interface SitePagesProps {
  siteId: string
  link: (to: string, name: string) => JSX.Element
}

function SitePages({ siteId, link }: SitePagesProps): JSX.Element {
  const { answer } = useData('GET /sites/{id}', { path: { id: siteId } })
  return (
    <>
      <h2>
        <bdi>{answer?.data.domain}</bdi>
      </h2>
      <ul>
        {SITE_PAGES.map(
          (page) => page.link && link(page.path.replace(':siteId', siteId), page.link()),
        )}
      </ul>
    </>
  )
}

/** Says that the browser keeps no cookie of this server, so that a session lasts only as long as the page is open. */
function NoCookieBanner(): JSX.Element {
  return (
    <div class="notice care" role="note">
      <p>{t.nav.noCookie}</p>
    </div>
  )
}

/**
 * Says that over plain http by a name a session lasts only as long as the page is open, and that at `PUBLIC_URL` it
 * would last.
 */
function InsecureBanner(): JSX.Element {
  const { answer } = useData('GET /server')
  return (
    <div class="notice care" role="note">
      <p>
        {t.nav.insecure} <code>{answer?.data.publicUrl}</code>
      </p>
    </div>
  )
}
