import * as z from 'zod'
import { isDocumentId } from '../../domain/oauth/client-document.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { IsKnown } from './clients/authenticate-client.ts'
import type { AddressLimit } from '../../kernel/door/operation.ts'

/**
 * The limit of requests for tokens. It is high, since hosted assistants share few addresses, and renew each connection
 * every hour.
 */
export const TOKEN_LIMIT: AddressLimit = { name: 'oauth-token', requestsPerMinute: 600 }

/** The fields by which a client proves its identity; all others are ignored (RFC 6749, 3.2). */
export const ClientFields = z.object({
  authorization: z.string().max(4_096).optional().describe('The header'),
  client_id: z.string().max(2_048).optional(),
  client_secret: z.string().max(1_024).optional(),
  client_assertion_type: z.string().max(200).optional(),
  client_assertion: z.string().max(8_192).optional(),
})

/** Picks from a request the header and the fields by which the client proves its identity. */
export const credentialsIn = ({ authorization, ...sent }: z.output<typeof ClientFields>) => ({
  authorization,
  client_id: sent.client_id,
  client_secret: sent.client_secret,
  client_assertion_type: sent.client_assertion_type,
  client_assertion: sent.client_assertion,
})

/**
 * Makes the function that says whether a client may be looked up. The document of a client without a grant may not be
 * fetched here, since strangers can name any number of documents.
 */
export const mayAskFor =
  (app: AppContext): IsKnown =>
  async (id) =>
    !isDocumentId(id) || (await app.system.oauthGrants.knowsClient(id))
