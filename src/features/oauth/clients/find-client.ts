import type { OauthClientRow } from '../../../../db/system/oauth-clients.ts'
import {
  isDocumentId,
  readClientDocument,
  refuseDocumentUrl,
} from '../../../domain/oauth/client-document.ts'
import { AUTH_METHODS, type OauthClient } from '../../../domain/oauth/oauth-client.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { OauthError } from '../../../kernel/door/oauth-error.ts'
import { loadDocument } from './load-document.ts'

const MAX_DOCUMENT_BYTES = 5 * 1_024

/** Matches the ids that this service gives to registered clients. */
const GIVEN_ID = /^cli_[0-9a-z]{26}$/

/**
 * Finds a client by its id: the address of its document, or an id that this service gave it. Throws `invalid_client`
 * where the client does not exist, or its document is refused, and `temporarily_unavailable` where the server of the
 * document does not answer and no earlier answer is remembered.
 */
export async function findClient(app: AppContext, clientId: string): Promise<OauthClient> {
  return isDocumentId(clientId)
    ? findByDocument(app, clientId)
    : toClient(await findClientRow(app, clientId))
}

/** Finds the row of a registered or fixed client by its id. Throws `invalid_client` where there is no such row. */
export async function findClientRow(app: AppContext, clientId: string): Promise<OauthClientRow> {
  const row = GIVEN_ID.test(clientId) ? await app.system.oauthClients.find(clientId) : undefined
  if (!row) {
    throw new OauthError(
      'invalid_client',
      'There is no client of this id here; one that nobody uses is forgotten after a day, and registers once more',
    )
  }
  return row
}

async function findByDocument(app: AppContext, id: string): Promise<OauthClient> {
  const refused = refuseDocumentUrl(id)
  if (refused !== undefined) {
    throw new OauthError('invalid_client', `The address of the client is refused: ${refused}`)
  }
  return app.clientCache.documents.find(id, () =>
    loadDocument(app, {
      url: id,
      what: 'The document of the client',
      maxBytes: MAX_DOCUMENT_BYTES,
      read: (document) => readClientDocument(id, document),
    }),
  )
}

function toClient(row: OauthClientRow): OauthClient {
  const method = AUTH_METHODS.find((known) => known === row.auth_method) ?? 'none'
  // @NOTE this service alone writes the column, and writes a list of texts.
  const redirectUris = JSON.parse(row.redirect_uris) as string[]
  const kind = row.kind === 'fixed' ? 'fixed' : 'registered'
  return { id: row.id, kind, name: row.name, redirectUris, methods: [method], method }
}
