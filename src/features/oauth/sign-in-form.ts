import * as z from 'zod'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { OauthError } from '../../kernel/door/oauth-error.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { PageAnswer } from '../../kernel/door/page-answer.ts'
import { signIn } from '../identity/face.ts'
import { hostOf, redirectOf } from '../../domain/oauth/redirect-uri.ts'
import { signInPage, type SignInView } from './pages/sign-in-page.ts'
import { findClient } from './clients/find-client.ts'
import { showPage } from './page-answers.ts'

/** The most characters of `next`, which are more than those of any request that is accepted from a client. */
const MAX_NEXT_CHARS = 16_384

const Next = z.string().max(MAX_NEXT_CHARS).optional().describe('A path of this server')

/** Makes the answer that leads to the sign-in, and from there on to a path of this server. */
export const toSignIn = (next: string) => ({
  kind: 'redirect' as const,
  location: `/sign-in?next=${encodeURIComponent(next)}`,
})

/** GET /sign-in: shows the form by which a person signs in. */
export const showSignIn = defineOperation({
  name: 'oauth.showSignIn',
  summary: 'The page on which a person signs in, without scripts',
  access: { by: 'public' },
  http: { surface: 'oauth', method: 'get', path: '/sign-in', page: true },
  input: z.object({ next: Next }),
  output: PageAnswer,
  handler: ({ app }, { next }) => form(app, ownPath(next)),
})

/**
 * POST /sign-in: signs in as POST /auth/sign-in does, with the session in the cookie; the answer leads on to `next`.
 */
export const sendSignIn = defineOperation({
  name: 'oauth.sendSignIn',
  summary: 'Sign in from the page; the session is in the cookie, and the answer leads on',
  access: { by: 'public' },
  addressLimit: { name: 'sign-in', requestsPerMinute: 20 },
  http: {
    surface: 'oauth',
    method: 'post',
    path: '/sign-in',
    page: true,
    body: 'form',
    maxBodyBytes: 32_768,
    idempotency: 'none',
  },
  input: z.object({
    email: z.string().max(1_024).default(''),
    password: z.string().max(2_048).default(''),
    next: Next,
  }),
  output: PageAnswer,
  precheck: async ({ app }) => app.passwords.assertRoom(),
  async handler({ app, caller }, { email, password, next }) {
    const path = ownPath(next)
    if (!caller.isOwnPage) return form(app, path, { status: 403, error: NOT_OURS })
    try {
      const input = { email, password, cookie: true }
      // @NOTE it is the answer of `SignedIn`; the adapter alone takes the token out of it.
      const session = (await signIn.execute(app, { kind: 'anonymous' }, caller, input)) as {
        token: string
        expiresAt: string
      }
      const { token, expiresAt } = session
      return { kind: 'redirect' as const, location: path, session: { token, expiresAt } }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error
      return form(app, path, { status: statusOf(error), email, error: sentenceOf(error) })
    }
  },
})

const NOT_OURS =
  'Your browser does not say that this form is ours. Open this server by https, or on this machine, in a current browser, and try again.'

/**
 * Returns the status of a refusal. It is not 401 for a wrong password, since a browser would then ask for one in a
 * window of its own.
 */
const statusOf = ({ status }: ServiceError): number => (status === 429 ? 429 : 400)

function sentenceOf(error: ServiceError): string {
  const { code, message, details } = error
  if (code !== 'VALIDATION_FAILED') return `${message}.`
  const isCookie = details.fields?.some(({ path }) => path === 'cookie')
  return isCookie ? NOT_OURS : 'Type an email address and a password.'
}

interface Shown {
  status?: number
  email?: string
  error?: string
}

async function form(
  app: AppContext,
  next: string,
  { status = 200, ...typed }: Shown = {},
): Promise<PageAnswer> {
  const client = await waitingClient(app, next)
  return showPage(signInPage({ next, client, ...typed }), { status })
}

/**
 * Finds the client for whose request a person signs in; undefined where `next` does not name a valid client and
 * redirect.
 */
async function waitingClient(app: AppContext, next: string): Promise<SignInView['client']> {
  const asked = new URL(next, 'http://localhost').searchParams
  try {
    const client = await findClient(app, asked.get('client_id') ?? '')
    const redirectUri = redirectOf(client, asked.get('redirect_uri') ?? undefined)
    return redirectUri === undefined ? undefined : { name: client.name, host: hostOf(redirectUri) }
  } catch (error) {
    if (error instanceof OauthError) return undefined
    throw error
  }
}

/**
 * Returns the path on which a person is led after the sign-in: only the page that asked for the sign-in, so that no
 * other address can be written into `next`.
 */
const ownPath = (next: string | undefined): string =>
  next !== undefined && /^\/authorize\?[!-[\]-~]*$/.test(next) ? next : '/'
