import { createHmac } from 'node:crypto'
import { mintToken } from './tokens.ts'

/** The access token and the refresh token that a client holds of a grant. */
export interface TokenPair {
  access: string
  refresh: string
}

/**
 * Makes the tokens that follow a refresh token. They are derived from it, so that a client whose answer was lost, or a
 * second process of the client, gets the same pair again although only hashes are stored.
 */
export class TokenSuccessor {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  after(refresh: string): TokenPair {
    const derive = (what: string): Buffer =>
      createHmac('sha256', this.#secret).update(`${what} ${refresh}`).digest()
    return {
      access: mintToken('oauthAccess', derive('access')),
      refresh: mintToken('oauthRefresh', derive('refresh')),
    }
  }
}

export const firstPair = (): TokenPair => ({
  access: mintToken('oauthAccess'),
  refresh: mintToken('oauthRefresh'),
})
