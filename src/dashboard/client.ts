import { Citable } from '../../examples/client/citable.ts'

/**
 * False over plain http, except on this machine. There, a cookie could be read by others on its way, so the session is
 * a token that this page alone knows.
 */
export const hasCookie: boolean = isSecureContext

let token: string | undefined
let client = new Citable('/', undefined, { retries: 0 })

/** Sets the token that all calls send from now on; undefined makes them rely on the cookie. */
export function setToken(next: string | undefined): void {
  token = next
  client = new Citable('/', token, { retries: 0 })
}

/** True where the session of this page is a token and not a cookie. */
export const isByToken = (): boolean => token !== undefined

export const currentClient = (): Citable => client
