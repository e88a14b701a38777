import { consentPage, type ConsentView } from '../features/oauth/pages/consent-page.ts'
import { OAUTH_STYLE_SOURCE } from '../features/oauth/pages/page-frame.ts'
import { signInPage, type SignInView } from '../features/oauth/pages/sign-in-page.ts'
import { AnsweringServer, type ServerRequest } from '../widget/testing/answering-server.ts'

/** The page on which a hosted assistant asks a person with two sites for consent. */
export const CONSENT_VIEW: ConsentView = {
  requestId: 'oar_sample',
  client: { name: 'Claude', host: 'claude.ai', isLoopback: false, documentHost: 'claude.ai' },
  person: { email: 'ada@tideline.example' },
  resource: { path: '/mcp', site: null },
  organizations: [{ id: 'org_1', name: 'Tideline Media', isChosen: true, refusal: null }],
  sites: [
    { id: 'site_1', domain: 'tideline.example', isTicked: false },
    { id: 'site_2', domain: 'shop.tideline.example', isTicked: false },
  ],
  sitesLeftOut: 0,
  allSites: true,
  scopes: [
    { scope: 'analytics:read', isTicked: true },
    { scope: 'sites:read', isTicked: true },
    { scope: 'prompts:read', isTicked: true },
    { scope: 'rules:read', isTicked: true },
    { scope: 'org:read', isTicked: true },
  ],
  words: { isOffered: true, isTicked: false },
  lasts: 'month',
}

/** A program on the same computer, a person in three organizations, more sites than are shown, and a mistake. */
export const LOOPBACK_VIEW: ConsentView = {
  ...CONSENT_VIEW,
  client: {
    name: 'Claude Code” from Citable. Verified: “',
    host: 'localhost:33418',
    isLoopback: true,
    documentHost: null,
  },
  organizations: [
    { id: 'org_1', name: 'Tideline Media', isChosen: true, refusal: null },
    { id: 'org_2', name: 'Harbour Books', isChosen: false, refusal: null },
    {
      id: 'org_3',
      name: 'Old Pier',
      isChosen: false,
      refusal: 'Its plan has no assistants: that takes Business or above.',
    },
  ],
  sitesLeftOut: 12,
  allSites: false,
  error: 'Choose at least one site, or all of them.',
}

export const SIGN_IN_VIEW: SignInView = {
  next: '/authorize?client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclient&state=a%26b',
  client: { name: 'Claude', host: 'claude.ai' },
}

/** The pages in their states, by path. */
export const OAUTH_PAGES: ReadonlyMap<string, string> = new Map([
  ['/sign-in', signInPage(SIGN_IN_VIEW)],
  [
    '/sign-in-error',
    signInPage({
      ...SIGN_IN_VIEW,
      email: 'ada@tideline.example',
      error: 'The address or the password is wrong.',
    }),
  ],
  ['/consent', consentPage(CONSENT_VIEW)],
  ['/consent-loopback', consentPage(LOOPBACK_VIEW)],
])

const POLICY = [
  "default-src 'none'",
  `style-src '${OAUTH_STYLE_SOURCE}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves pages of sign-in and consent with the policy that they have in the service, and passes on what their forms
 * post.
 */
export function serveOauthPages(
  pages: ReadonlyMap<string, string>,
  onPost: (request: ServerRequest) => void = () => {},
): Promise<AnsweringServer> {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
  return AnsweringServer.start((request) => {
    if (request.method === 'POST') onPost(request)
    const body = request.method === 'POST' ? 'Posted' : pages.get(request.path)
    return { status: body === undefined ? 404 : 200, headers, body: body ?? 'Not found' }
  })
}
