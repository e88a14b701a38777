import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Frame } from './frame.tsx'
import type { PageEntry, PageProps } from './pages/page-entry.ts'
import { pageOfPath } from './pages.ts'
import { Fault } from './parts/fault.tsx'
import { PageHead } from './parts/page-head.tsx'
import { SecretDialog } from './parts/secret-dialog.tsx'
import { SignInAgain } from './parts/sign-in-again.tsx'
import { appHref, navigate, usePlace } from './router.ts'
import { readSession, session, whoIs } from './session.ts'
import { useStore } from './store.ts'
import { shownLanguage, t } from './texts/index.ts'
import { InZoneOf } from './zone.tsx'

/** Draws the page, and the window of a secret over it. The page is drawn again when its language changes. */
export function App(): JSX.Element {
  return (
    <>
      <Whole key={useStore(shownLanguage)} />
      <SecretDialog />
    </>
  )
}

/**
 * Draws the page that the address names, or leads to the sign-in where the page needs a session and the person has
 * none.
 */
function Whole(): JSX.Element {
  const { path } = usePlace()
  const found = pageOfPath(path)
  const isPublic = found?.entry.isPublic === true
  const { state, error, retry } = useSession(isPublic)
  useEffect(() => {
    if (path === '') navigate('sites', { replace: true })
    else if (state === 'out' && !isPublic) navigate(signInFor(path), { replace: true })
  }, [path, state, isPublic])
  if (error !== undefined) return <Alone>{<Fault error={error} retry={retry} />}</Alone>
  if (path === '' || (!isPublic && (state === 'unknown' || state === 'out'))) return <Alone />
  const page = found ? <Page {...found} /> : <Missing />
  const whole = (
    <>
      {page}
      {state === 'ended' && <SignInAgain />}
    </>
  )
  // The content of a page belongs to one person in one organization, so it is built again for another.
  const who = isPublic ? '' : whoIs(session.get())
  return found?.entry.isAlone === true ? (
    <Alone key={who}>{whole}</Alone>
  ) : (
    <Frame key={who} path={path}>
      {whole}
    </Frame>
  )
}

/** Loads the code of the page that the address names, while the server is still asked who is signed in. */
export function loadFirstPage(path: string): void {
  // A page that cannot be loaded says so where it is shown.
  pageOfPath(path)
    ?.entry.load()
    .catch(() => undefined)
}

/** Reads who is signed in, once a page needs to know. */
function useSession(isPublic: boolean) {
  const { state } = useStore(session)
  const [error, setError] = useState<unknown>()
  const read = async (): Promise<void> => {
    setError(undefined)
    try {
      await readSession()
    } catch (thrown) {
      setError(thrown)
    }
  }
  useEffect(() => {
    if (!isPublic && state === 'unknown') void read()
  }, [isPublic, state])
  return { state, error, retry: () => void read() }
}

/** Returns the path of the sign-in page, which leads on to the page that the address named. */
const signInFor = (path: string): string =>
  path === 'sites' ? 'sign-in' : `sign-in?next=${encodeURIComponent(path + location.search)}`

function Alone({ children }: { children?: JSX.Element }): JSX.Element {
  return (
    <main class="first" id="main">
      <span class="brand">Citable</span>
      {children}
    </main>
  )
}

interface Found {
  entry: PageEntry
  params: Readonly<Record<string, string>>
}

/** Loads the code of a page and draws the page. */
function Page({ entry, params }: Found): JSX.Element | null {
  const [loaded, setLoaded] = useState<{ entry: PageEntry; Shown: ComponentType<PageProps> }>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isLeft = false
    setError(undefined)
    entry
      .load()
      .then((Shown) => !isLeft && setLoaded({ entry, Shown }))
      .catch((thrown: unknown) => !isLeft && setError(thrown))
    return () => {
      isLeft = true
    }
  }, [entry])
  // The server has a newer page than this one, or cannot be reached; both are mended by loading it again.
  if (error !== undefined) return <Stale />
  if (loaded?.entry !== entry) return null
  const page = <loaded.Shown key={JSON.stringify(params)} params={params} />
  const { siteId } = params
  return siteId === undefined ? page : <InZoneOf siteId={siteId}>{page}</InZoneOf>
}

function Stale(): JSX.Element {
  return (
    <div class="notice care" role="alert">
      <p>{t.app.stale}</p>
      <div class="tools">
        <button type="button" onClick={() => location.reload()}>
          {t.app.reload}
        </button>
      </div>
    </div>
  )
}

function Missing(): JSX.Element {
  return (
    <>
      <PageHead title={t.app.missing} lead={t.app.missingLead} />
      <p>
        <a href={appHref('sites')}>{t.nav.sites}</a>
      </p>
    </>
  )
}
