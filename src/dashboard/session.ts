import type { Answer } from '../../examples/client/citable.ts'
import { CitableError } from '../../examples/client/citable.ts'
import { currentClient, hasCookie, setToken } from './client.ts'
import { createStore } from './store.ts'

export type Me = Answer<'GET /auth/session'>['data']

type Session =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; me: Me }
  /** It ended while the page was open: the password is asked for over it. */
  | { state: 'ended'; me: Me }

export const session = createStore<Session>({ state: 'unknown' })

/** Reads who is signed in. Rejects where the server cannot be asked. */
export async function readSession(): Promise<void> {
  try {
    const { data: me } = await currentClient().call('GET /auth/session')
    session.set({ state: 'in', me })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    session.set({ state: 'out' })
  }
}

/** What is sent to open a session: its token comes in a cookie where the browser keeps one to itself. */
export const inCookie = { cookie: hasCookie }

/** Goes on with a session that was just opened; `token` is null where a cookie has it. */
export async function begin({ token }: { token: string | null }): Promise<void> {
  setToken(token ?? undefined)
  await readSession()
  // The browser took no cookie, as behind a proxy that the server does not know of; with a token it works.
  if (session.get().state === 'out' && token === null) throw new NoCookieError()
}

/** The browser kept no cookie, so that the person is signed in once more, by a token. */
export class NoCookieError extends Error {}

/** Opens a session; `orgId` names the organization to go on in, for members of several. */
export async function openOwnSession(
  email: string,
  password: string,
  orgId?: string,
): Promise<void> {
  const body = { email, password, ...(orgId !== undefined && { orgId }) }
  const { data } = await currentClient().call('POST /auth/sign-in', {
    body: { ...body, ...inCookie },
  })
  try {
    await begin(data)
  } catch (error) {
    if (!(error instanceof NoCookieError)) throw error
    const again = await currentClient().call('POST /auth/sign-in', { body })
    await begin(again.data)
  }
}

export async function endOwnSession(): Promise<void> {
  await currentClient().call('DELETE /auth/session')
  setToken(undefined)
  session.set({ state: 'out' })
}

/** Opens the dialog that asks for the password again, and waits until somebody is signed in. */
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
