import * as z from 'zod'
import { hashToken, tokenFamily } from '../../kernel/credentials/tokens.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { authenticateClient } from './clients/authenticate-client.ts'
import { ClientFields, credentialsIn, mayAskFor, TOKEN_LIMIT } from './client-fields.ts'
import { endLine } from './end-line.ts'

/**
 * POST /revoke (RFC 7009): revokes a token. A refresh token ends its grant, an access token only itself. A token that
 * is unknown, or another client's, gets the same answer and stays as it is.
 */
export const revokeToken = defineOperation({
  name: 'oauth.revoke',
  summary: 'End what a client was granted, by its refresh token, or one access token',
  access: { by: 'public' },
  addressLimit: TOKEN_LIMIT,
  http: {
    surface: 'oauth',
    method: 'post',
    path: '/revoke',
    body: 'form',
    maxBodyBytes: 16_384,
    authorization: true,
    anyOrigin: true,
    idempotency: 'none',
  },
  input: ClientFields.extend({ token: z.string().max(4_096).optional() }),
  output: z.object({}),
  async handler(ctx, { token = '', ...sent }) {
    const { app } = ctx
    const client = await authenticateClient(app, credentialsIn(sent), mayAskFor(app))
    const family = tokenFamily(token)
    if (family !== 'oauthRefresh' && family !== 'oauthAccess') return {}
    const hash = hashToken(token)
    const grants = app.system.oauthGrants
    const found = await grants.findByToken(hash)
    if (!found || found.clientId !== client.id) return {}
    if (found.kind === 'access') await grants.deleteToken(hash)
    else await grants.end(found.keyId, [endLine(ctx, found, 'its client ended it')], app.now())
    return {}
  },
})
