import * as z from 'zod'
import { isChallenge } from '../../domain/oauth/pkce.ts'
import type { OauthClient } from '../../domain/oauth/oauth-client.ts'
import { redirectOf } from '../../domain/oauth/redirect-uri.ts'
import { OauthError } from '../../kernel/door/oauth-error.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { PageAnswer } from '../../kernel/door/page-answer.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import { findClient } from './clients/find-client.ts'
import { showConsent } from './consent.ts'
import { leadBack } from './lead-back.ts'
import type { OauthResources } from './oauth-resources.ts'
import { showMessage } from './page-answers.ts'
import { toSignIn } from './sign-in-form.ts'

/** The milliseconds that a person has to answer a request; after them the client must ask again. */
const REQUEST_MS = 15 * MINUTE_MS

const Parameter = z.string().max(2_048).optional()

/** The parameters of a client's request; all others are ignored (RFC 6749, 3.1). */
const Input = z.object({
  client_id: Parameter,
  redirect_uri: Parameter,
  response_type: Parameter,
  scope: Parameter,
  state: z.string().max(4_096).optional(),
  resource: Parameter,
  code_challenge: Parameter,
  code_challenge_method: Parameter,
  prompt: Parameter,
})
type Asked = z.output<typeof Input>

/**
 * GET /authorize: shows a person the page on which a client asks for access. Nothing is granted or renewed here, also
 * where something was granted before: only the answer to the page does that.
 */
export const authorize = (resources: OauthResources) =>
  defineOperation({
    name: 'oauth.authorize',
    summary: 'Ask the person who has opened this page whether a client may read for them',
    access: { by: 'public' },
    http: { surface: 'oauth', method: 'get', path: '/authorize', page: true },
    input: Input,
    output: PageAnswer,
    handler: (ctx, asked) =>
      refuseHere(async () => {
        const client = await findClient(ctx.app, asked.client_id ?? '')
        const redirectUri = redirectOf(client, asked.redirect_uri)
        if (redirectUri === undefined) return wrongRedirect()
        try {
          return await ask(ctx, resources, { asked, client, redirectUri })
        } catch (error) {
          if (!(error instanceof OauthError)) throw error
          const told = { error: error.oauth, error_description: error.message }
          return leadBack(ctx.app, { redirectUri, state: asked.state ?? null }, told)
        }
      }),
  })

interface Asking {
  asked: Asked
  client: OauthClient
  redirectUri: string
}

async function ask(
  { app, caller, principal }: PublicContext,
  resources: OauthResources,
  { asked, client, redirectUri }: Asking,
): Promise<PageAnswer> {
  assertAnswerable(asked)
  const resource = resources.read(asked.resource, app.publicUrl)
  if (!resource) {
    throw new OauthError('invalid_target', 'resource is no address of this server that takes OAuth')
  }
  if (principal.kind !== 'session') return toSignIn(pathOf(asked))
  const now = app.now()
  const row = {
    id: app.newId('orq'),
    session_id: principal.sessionId,
    client_id: client.id,
    client_name: client.name,
    redirect_uri: redirectUri,
    resource: resource.resource,
    scopes: JSON.stringify(resources.askedScopes(resource, asked.scope)),
    challenge: asked.code_challenge ?? '',
    state: asked.state ?? null,
    created_at: now,
    expires_at: now + REQUEST_MS,
  }
  await app.system.oauthRequests.add(row)
  return showConsent({ app, caller, principal }, resources, row)
}

/** Throws the errors of a request that are reported to the client, by leading the person back to it. */
function assertAnswerable(asked: Asked): void {
  if (asked.response_type !== 'code') {
    throw new OauthError('unsupported_response_type', 'response_type must be code')
  }
  if (asked.code_challenge_method !== 'S256' || !isChallenge(asked.code_challenge ?? '')) {
    throw new OauthError(
      'invalid_request',
      'PKCE is needed: code_challenge with code_challenge_method=S256',
    )
  }
  if (asked.prompt?.split(' ').includes('none')) {
    throw new OauthError('interaction_required', 'A person has to see the page each time')
  }
}

/** Makes the path that repeats a request, for use after the sign-in. */
function pathOf(asked: Asked): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return `/authorize?${query.toString()}`
}

/**
 * Runs a step, and shows its error on a page of this server: it is not known yet to which address of a client a person
 * may be led back.
 */
async function refuseHere(run: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    return showMessage(error.status === 503 ? 503 : 400, 'This program cannot be connected', [
      error.message,
      'Nothing was granted. Go back to your assistant and connect again.',
    ])
  }
}

const wrongRedirect = (): PageAnswer =>
  showMessage(400, 'This program cannot be connected', [
    'It asks to be led to an address that is not its own, so nobody is led there.',
    'Nothing was granted. Go back to your assistant and connect again; if this page comes back, tell its maker.',
  ])
