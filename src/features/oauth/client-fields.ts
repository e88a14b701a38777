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

/** The fields by which a client says who it is; all others are ignored (RFC 6749, 3.2). */
export const ClientFields = z.object({
  authorization: z.string().max(4_096).optional().describe('The header'),
  client_id: z.string().max(2_048).optional(),
  client_secret: z.string().max(1_024).optional(),
  client_assertion_type: z.string().max(200).optional(),
  client_assertion: z.string().max(8_192).optional(),
})

/** Picks the fields that say which client a request is from. */
export const credentialsIn = ({ authorization, ...sent }: z.output<typeof ClientFields>) => ({
  authorization,
  client_id: sent.client_id,
  client_secret: sent.client_secret,
  client_assertion_type: sent.client_assertion_type,
  client_assertion: sent.client_assertion,
})

/**
 * Says whether a client may be looked up. A document of a client without a grant may not: strangers can name any number
 * of documents, so they are not fetched here.
 */
export const mayAskFor =
  (app: AppContext): IsKnown =>
  async (id) =>
    !isDocumentId(id) || (await app.system.oauthGrants.knowsClient(id))
