import {
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import {
  UnauthorizedError as UnauthorizedErrorV1,
  type OAuthClientProvider as ProviderV1,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ConnectingClient, KeylessAttempt } from './connecting-client.ts'
import { versionOf } from './packages.ts'
import type { Person } from './person.ts'
import { attemptV1, attemptV2 } from './sdk-clients.ts'
import type { Seen } from './tried-client.ts'

/** Nothing listens there: the program is in this process, and is handed the answer. */
const REDIRECT = 'http://127.0.0.1:33418/oauth/callback'

/** The data that a program with the SDK keeps, and the person who is shown its page. */
class Keeper {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = {
    client_name: 'Program',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }
  readonly clientMetadataUrl?: string
  back = new URLSearchParams()
  readonly #person: Person
  readonly #kept = new Map<string, unknown>()

  constructor(person: Person, documentUrl: string | undefined) {
    this.#person = person
    if (documentUrl !== undefined) this.clientMetadataUrl = documentUrl
  }

  // @NOTE both SDKs read again here what they kept themselves, each in its own form.
  clientInformation = () => this.#kept.get('client') as never
  saveClientInformation = (client: unknown): void => void this.#kept.set('client', client)
  tokens = () => this.#kept.get('tokens') as never
  saveTokens = (tokens: unknown): void => void this.#kept.set('tokens', tokens)
  codeVerifier = () => this.#kept.get('verifier') as never
  discoveryState = () => this.#kept.get('discovery') as never
  saveDiscoveryState = (state: unknown): void => void this.#kept.set('discovery', state)
  saveCodeVerifier = (verifier: string): void => void this.#kept.set('verifier', verifier)

  redirectToAuthorization = async (address: URL): Promise<void> => {
    this.back = (await this.#person.allow(address)).searchParams
  }
}

interface Way {
  attempt(asked: KeylessAttempt, keeper: Keeper): Promise<Seen>
  isUnauthorized(error: unknown): boolean
  redeem(asked: KeylessAttempt, keeper: Keeper): Promise<void>
}

const V1: Way = {
  attempt: (asked, keeper) => attemptV1(transportV1(asked, keeper), asked),
  isUnauthorized: (error) => error instanceof UnauthorizedErrorV1,
  redeem: (asked, keeper) => transportV1(asked, keeper).finishAuth(keeper.back.get('code') ?? ''),
}

const transportV1 = ({ url }: KeylessAttempt, keeper: ProviderV1) =>
  new TransportV1(new URL(url), { authProvider: keeper })

const V2: Way = {
  attempt: (asked, keeper) => attemptV2(transportV2(asked, keeper), 'auto', asked),
  isUnauthorized: (error) => error instanceof UnauthorizedError,
  redeem: (asked, keeper) => transportV2(asked, keeper).finishAuth(keeper.back),
}

const transportV2 = ({ url }: KeylessAttempt, keeper: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(url), { authProvider: keeper })

const connecting = (
  name: string,
  version: string,
  way: Way,
  documentUrl?: string,
): ConnectingClient => ({
  name,
  version,
  knownBy: documentUrl === undefined ? 'registration' : 'document',
  begin(person) {
    const keeper = new Keeper(person, documentUrl)
    return {
      async attempt(asked) {
        try {
          return await way.attempt(asked, keeper)
        } catch (error) {
          if (!way.isUnauthorized(error)) throw error
        }
        await way.redeem(asked, keeper)
        return way.attempt(asked, keeper)
      },
      [Symbol.dispose]() {},
    }
  },
})

/** The clients of both lines of the SDK, as a program is written that has them. */
export function connectingSdks(documentUrl: string): ConnectingClient[] {
  const v1 = versionOf('@modelcontextprotocol/sdk')
  const v2 = versionOf('@modelcontextprotocol/client')
  return [
    connecting('SDK v1', v1, V1),
    connecting('SDK v1', v1, V1, documentUrl),
    connecting('SDK v2, auto', v2, V2),
    connecting('SDK v2, auto', v2, V2, documentUrl),
  ]
}
