import * as z from 'zod'
import {
  readRegistration,
  REGISTERED_METHODS,
  RegistrationFault,
  type Registration,
} from '../../../domain/oauth/registration.ts'
import { OauthError } from '../../../kernel/door/oauth-error.ts'
import { defineOperation, type PublicContext } from '../../../kernel/door/operation.ts'
import { ALL_SCOPES } from '../../../kernel/door/scopes.ts'
import { issueClient } from './issue-client.ts'

const SCOPES = [...ALL_SCOPES.filter((scope) => scope.endsWith(':read')), 'offline_access']

/**
 * Makes the schema of a field that only describes it and takes any value, since the handler refuses with the codes of
 * RFC 7591.
 */
const meant = (description: string, schema: Record<string, unknown>) =>
  z
    .unknown()
    .optional()
    .meta({ description, ...schema })

const TEXTS = { type: 'array', items: { type: 'string' } }

const RegistrationInput = z.object({
  redirect_uris: meant('Where people are led back to: https, or http on loopback', {
    ...TEXTS,
    minItems: 1,
    maxItems: 10,
  }),
  client_name: meant('The name that people are shown, as foreign text', { type: 'string' }),
  token_endpoint_auth_method: meant('client_secret_basic by default', {
    type: 'string',
    enum: REGISTERED_METHODS,
  }),
  grant_types: meant('authorization_code, with refresh_token or without', TEXTS),
  response_types: meant('code', TEXTS),
  scope: meant('Scopes, separated by spaces; those that are unknown are left out', {
    type: 'string',
  }),
})

const RegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int().describe('Seconds since 1970'),
  client_secret: z.string().optional().describe('In this one answer, where the client uses one'),
  client_secret_expires_at: z.literal(0).optional().describe('0: the secret does not end'),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.enum(REGISTERED_METHODS),
  scope: z.string().optional(),
})

/**
 * POST /register (RFC 7591): registers a client and gives it an id, which is forgotten after a day unless a person
 * consents to the client.
 */
export async function registerClientHandler(
  { app, caller }: PublicContext,
  input: z.infer<typeof RegistrationInput>,
): Promise<z.infer<typeof RegisteredClient>> {
  const { name, redirectUris, method, grantTypes, scopes } = registrationIn(input)
  const { id, secret, createdAt } = await issueClient(app, {
    kind: 'registered',
    name,
    redirectUris,
    method,
    address: app.addressName(caller.address),
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1_000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    ...(name !== null && { client_name: name }),
    redirect_uris: [...redirectUris],
    grant_types: [...grantTypes],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(scopes && { scope: scopes.join(' ') }),
  }
}

function registrationIn(input: z.infer<typeof RegistrationInput>): Registration {
  try {
    return readRegistration(input, SCOPES)
  } catch (error) {
    if (!(error instanceof RegistrationFault)) throw error
    throw new OauthError(error.code, error.message, { cause: error })
  }
}

export const registerClient = defineOperation({
  name: 'oauth.register',
  summary: 'Register a client of OAuth (RFC 7591)',
  access: { by: 'public' },
  addressLimit: { name: 'register', requestsPerMinute: 60 },
  http: {
    surface: 'oauth',
    method: 'post',
    path: '/register',
    status: 201,
    maxBodyBytes: 16_384,
    anyOrigin: true,
    idempotency: 'none',
  },
  input: RegistrationInput,
  output: RegisteredClient,
  handler: registerClientHandler,
})
