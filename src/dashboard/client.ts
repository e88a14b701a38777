import { Citable } from '../../examples/client/citable.ts'

/**
 * False over plain http, except on this machine. No cookie would be kept from others there, so the session is a token
 * that this page alone knows.
 */
export const hasCookie: boolean = isSecureContext

let token: string | undefined
let client = new Citable('/', undefined, { retries: 0 })

/** Sets the token of all calls from now on; without a token, the cookie counts. */
export function setToken(next: string | undefined): void {
  token = next
  client = new Citable('/', token, { retries: 0 })
}

/** Whether the session of this page is a token, and no cookie. */
export const isByToken = (): boolean => token !== undefined

export const currentClient = (): Citable => client
