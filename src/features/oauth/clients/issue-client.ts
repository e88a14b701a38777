import { randomBytes } from 'node:crypto'
import type { RegisteredMethod } from '../../../domain/oauth/registration.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { hashToken } from '../../../kernel/credentials/tokens.ts'

interface NewClient {
  kind: 'registered' | 'fixed'
  name: string | null
  redirectUris: readonly string[]
  method: RegisteredMethod
  /** An irreversible name of the network address that registers the client; null for the operator. */
  address: string | null
}

interface IssuedClient {
  id: string
  /** The secret of the client, which is returned once; undefined for a client that does not prove its identity. */
  secret: string | undefined
  createdAt: number
}

/** The most registered clients that wait for a person to consent to them. */
const MOST_UNUSED = 10_000

/** Stores a new client with an id, and with the hash of a secret where the client uses one. */
export async function issueClient(app: AppContext, client: NewClient): Promise<IssuedClient> {
  const { kind, name, redirectUris, method, address } = client
  const id = app.newId('cli')
  const createdAt = app.now()
  // Base64url has only letters that are the same in a header, in a form and in an address.
  const secret = method === 'none' ? undefined : randomBytes(32).toString('base64url')
  const row = {
    id,
    kind,
    name,
    redirect_uris: JSON.stringify(redirectUris),
    auth_method: method,
    secret_hash: secret === undefined ? null : hashToken(secret),
    address,
    created_at: createdAt,
  }
  await app.system.oauthClients.add(row, MOST_UNUSED)
  app.log.info({ client: id, kind, method, address }, 'a client of OAuth was made')
  return { id, secret, createdAt }
}
