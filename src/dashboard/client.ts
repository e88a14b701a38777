import { Citable } from '../../examples/client/citable.ts'

/** Over plain http, but on this machine, no cookie would be kept from others: the session is a token that this page alone knows. */
export const hasCookie: boolean = isSecureContext

let token: string | undefined
let client = new Citable('/', undefined, { retries: 0 })

/** Calls from now on with a token, or without one: by the cookie. */
export function setToken(next: string | undefined): void {
  token = next
  client = new Citable('/', token, { retries: 0 })
}

/** Whether the session of this page is a token, and no cookie. */
export const isByToken = (): boolean => token !== undefined

export const currentClient = (): Citable => client
