import { Citable } from '../../examples/client/citable.ts'

/** Over plain http, but on this machine, no cookie would be kept from others: the session is a token that this page alone knows. */
export const hasCookie: boolean = isSecureContext

let client = new Citable('/', undefined, { retries: 0 })

/** Calls from now on with a token, or without one: by the cookie. */
export function setToken(token: string | undefined): void {
  client = new Citable('/', token, { retries: 0 })
}

export const currentClient = (): Citable => client
