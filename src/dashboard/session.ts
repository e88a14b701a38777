import type { Answer } from '../../examples/client/citable.ts'
import { CitableError } from '../../examples/client/citable.ts'
import { forgetAnswers } from './answers.ts'
import { currentClient, hasCookie, isByToken, setToken } from './client.ts'
import { endRequests } from './shared-requests.ts'
import { createStore } from './store.ts'

export type Me = Answer<'GET /auth/session'>['data']

type Session =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; me: Me }
  /** The session ended while the page was open, so the password is asked for over the page. */
  | { state: 'ended'; me: Me }

export const session = createStore<Session>({ state: 'unknown' })

/**
 * The channel to the other windows of this browser, which have the same cookie: each reads again who is signed in when
 * one changes that.
 */
const windows = new BroadcastChannel('citable.session')

/** The message that one window sends to the others. */
type Said = 'changed' | 'ended'

const sayToWindows = (said: Said): void => windows.postMessage(said)

windows.addEventListener('message', ({ data }) => {
  // A window that has not asked yet asks when it needs the answer.
  if (session.get().state === 'unknown' && readings === 0) return
  readSession(data === 'ended').catch(() => goOn({ state: 'unknown' }))
})

/**
 * Returns a text that identifies the person and the organization of a session, since answers for one are wrong for
 * another; empty where there is no session.
 */
export const whoIs = (of: Session): string =>
  'me' in of ? `${of.me.user.id} ${of.me.organization.id}` : ''

function goOn(next: Session): void {
  const before = whoIs(session.get())
  if (before !== '' && whoIs(next) !== before) {
    forgetAnswers()
    endRequests()
  }
  session.set(next)
}

/** The number of reads of the session that were begun. The answer to one is ignored once a later one was begun. */
let readings = 0

/**
 * Reads the session from the server. Where it has ended and `isLeft` is false, the page asks for the password;
 * otherwise the person is signed out. Rejects where the server cannot be asked.
 */
export async function readSession(isLeft = true): Promise<void> {
  const own = ++readings
  const next = await askSession(isLeft)
  if (own === readings) goOn(next)
}

async function askSession(isLeft: boolean): Promise<Session> {
  try {
    const { data: me } = await currentClient().call('GET /auth/session')
    return { state: 'in', me }
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const now = session.get()
    return !isLeft && 'me' in now ? { state: 'ended', me: now.me } : { state: 'out' }
  }
}

/**
 * Returns the field of a request that asks for the session as a cookie, where the browser can keep that cookie safe.
 */
export const inCookie = (): { cookie: boolean } => ({ cookie: hasCookie && !isByToken() })

interface Opened {
  token: string | null
  user: { email: string }
  orgId: string
}

/**
 * Goes on with a session that was just opened; `token` is null where a cookie has it. A browser that took no cookie, as
 * behind a proxy that the server does not know of, goes on with a token, for which the person is signed in once more by
 * `password`.
 */
export async function begin({ token, user, orgId }: Opened, password?: string): Promise<void> {
  setToken(token ?? undefined)
  sayToWindows('changed')
  await readSession()
  if (session.get().state === 'out' && token === null && password !== undefined) {
    const body = { email: user.email, password, orgId }
    const { data } = await currentClient().call('POST /auth/sign-in', { body })
    setToken(data.token ?? undefined)
    await readSession()
  }
}

/**
 * Signs a person in and goes on with the new session; `orgId` names the organization to go on in, for members of
 * several.
 */
export async function openOwnSession(
  email: string,
  password: string,
  orgId?: string,
): Promise<void> {
  const body = { email, password, ...(orgId !== undefined && { orgId }), ...inCookie() }
  const { data } = await currentClient().call('POST /auth/sign-in', { body })
  await begin(data, password)
}

/** Changes to another organization, in each window of this browser. */
export async function goToOrganization(orgId: string): Promise<void> {
  await currentClient().call('PUT /auth/session', { body: { orgId } })
  sayToWindows('changed')
  // Nothing of the former organization stays in this window, even where the next request fails.
  goOn({ state: 'unknown' })
  await readSession()
}

export async function endOwnSession(): Promise<void> {
  await currentClient().call('DELETE /auth/session')
  setToken(undefined)
  goOn({ state: 'out' })
  sayToWindows('ended')
}

/** Forgets a session that the server has ended, which leads to the sign-in page. */
export function leaveEndedSession(): void {
  setToken(undefined)
  goOn({ state: 'out' })
}

/** Opens the window that asks for the password again, and waits until a person is signed in. */
export function waitForSession(): Promise<void> {
  const now = session.get()
  if (now.state === 'in') session.set({ state: 'ended', me: now.me })
  return new Promise((resolve) => {
    const stop = session.watch(() => {
      if (session.get().state !== 'in') return
      stop()
      resolve()
    })
  })
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof CitableError && error.status === 401
