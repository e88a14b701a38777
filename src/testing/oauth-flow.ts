import { createHash, randomBytes } from 'node:crypto'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** The address that the clients of tests are led back to; nothing is there. */
export const REDIRECT = 'https://assistant.example/callback'

export interface TestClient {
  client_id: string
  client_secret?: string
}

/** Registers a client, as those do that have no document. */
export async function registerTestClient(
  app: Pick<TestApp, 'url'>,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<TestClient> {
  const answer = await fetch(`${app.url}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Assistant',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  })
  if (answer.status !== 201) throw new Error(`Not registered: ${await answer.text()}`)
  // @NOTE RFC 7591 says what is in it.
  return (await answer.json()) as TestClient
}

export const newVerifier = (): string => randomBytes(32).toString('base64url')

const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

export interface BrowserAnswer {
  status: number
  headers: Headers
  html: string
  location: string | null
}

/** The browser of one person: it keeps the cookie, and says where each request comes from. */
export class TestBrowser {
  readonly #url: string
  cookie: string | undefined

  /** Makes a browser that is signed in with the token of a session, or not signed in without one. */
  constructor(app: Pick<TestApp, 'url'>, session?: string) {
    this.#url = app.url
    this.cookie = session && `citable=${session}`
  }

  /** Opens an address in a tab. */
  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<BrowserAnswer> {
    const fetching = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
    return this.#send(path, { headers: { ...fetching, ...headers } })
  }

  /** Sends a form, by default one of a page of the server. */
  submit(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserAnswer> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
      ),
    )
    const fetching = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
    return this.#send(path, { method: 'POST', body, headers: { ...fetching, ...headers } })
  }

  async #send(
    path: string,
    {
      headers,
      ...init
    }: { headers: Readonly<Record<string, string>>; method?: string; body?: URLSearchParams },
  ): Promise<BrowserAnswer> {
    const answer = await fetch(this.#url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, connection: 'close', ...(this.cookie && { cookie: this.cookie }) },
    })
    const set = answer.headers.get('set-cookie')
    if (set !== null) this.cookie = /^citable=[^;]+/.exec(set)?.[0]
    return {
      status: answer.status,
      headers: answer.headers,
      html: await answer.text(),
      location: answer.headers.get('location'),
    }
  }
}

/** Makes an organization on Business with the site example.com, whose owner is signed in. */
export async function ownerWithBrowser(
  app: TestApp,
): Promise<{ org: TestOrg; session: string; browser: TestBrowser }> {
  const org = await app.org('business')
  const session = await app.session(org)
  await app.site(session)
  return { org, session, browser: new TestBrowser(app, session) }
}

type Fields = Readonly<Record<string, string | readonly string[]>>

interface Asked {
  client: TestClient
  verifier?: string
  /** Parameters in addition to the usual ones, or in place of them; an empty one is left out. */
  with?: Readonly<Record<string, string>>
}

/** Makes the address that a client opens in the browser of a person. */
export function authorizePath({ client, verifier = newVerifier(), ...asked }: Asked): string {
  const fields = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'a state & more',
    ...asked.with,
  }
  const sent = Object.entries(fields).filter(([, value]) => value !== '')
  return `/authorize?${new URLSearchParams(sent).toString()}`
}

/** The id of the request that a page for consent is about. */
export function requestIn(html: string): string {
  const id = /name="request" value="(orq_\w+)"/.exec(html)?.[1]
  if (id === undefined) throw new Error(`No page for consent: ${html.slice(0, 2_000)}`)
  return id
}

/** Returns the fields that the page has ticked or sends without a tick, and a person's answer that allows them. */
export function formIn(html: string): Record<string, string | string[]> {
  const ticked = (name: string) =>
    [...html.matchAll(/<input\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`name="${name}"`) && /\schecked\b|type="hidden"/.test(tag))
      .map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? '')
  return {
    request: requestIn(html),
    sites: ticked('sites'),
    site: ticked('site'),
    scope: ticked('scope'),
    words: ticked('words'),
    lasts: ticked('lasts'),
    do: 'allow',
  }
}

interface Consent extends Asked {
  browser: TestBrowser
  /** The fields that the person ticks in place of those that the page has ticked. */
  answer?: Fields
}

/** Goes through the page, and returns the parameters that the person is led back with. */
export async function consentTo({ browser, answer = {}, ...asked }: Consent): Promise<URL> {
  const page = await browser.open(authorizePath(asked))
  const done = await browser.submit('/authorize', { ...formIn(page.html), ...answer })
  if (done.location === null) throw new Error(`Not led back: ${done.status} ${done.html}`)
  return new URL(done.location)
}

export interface TokenAnswer {
  status: number
  headers: Headers
  body: Readonly<Record<string, unknown>> & {
    access_token?: string
    refresh_token?: string
    error?: string
  }
}

/** Asks the token endpoint, or another one that takes a form. */
export async function sendForm(
  app: Pick<TestApp, 'url'>,
  path: '/token' | '/revoke',
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { connection: 'close', ...headers },
    body: new URLSearchParams(fields),
  })
  // @NOTE RFC 6749 says what is in it; a test that gets something else fails on it.
  const body = (await answer.json()) as TokenAnswer['body']
  return { status: answer.status, headers: answer.headers, body }
}

interface Connected {
  access: string
  refresh: string
  answer: TokenAnswer
}

/** Goes the whole way: the page, the code, and the first pair of tokens. */
export async function connect(app: TestApp, consent: Consent): Promise<Connected> {
  const verifier = newVerifier()
  const back = await consentTo({ ...consent, verifier })
  const code = back.searchParams.get('code')
  if (code === null) throw new Error(`No code: ${back.href}`)
  const answer = await sendForm(app, '/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...consent.client,
  })
  const { access_token: access, refresh_token: refresh } = answer.body
  if (!access || !refresh) throw new Error(`No tokens: ${JSON.stringify(answer.body)}`)
  return { access, refresh, answer }
}

export const refreshBy = (
  app: Pick<TestApp, 'url'>,
  client: TestClient,
  refresh: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> =>
  sendForm(app, '/token', {
    grant_type: 'refresh_token',
    refresh_token: refresh,
    ...client,
    ...fields,
  })

/** Lists the names of the tools that a token is shown; returns the status where it is shown none. */
export async function toolsBy(
  app: Pick<TestApp, 'url'>,
  address: string,
  token: string,
): Promise<string[] | number> {
  const answer = await fetch(`${app.url}${address}`, {
    method: 'POST',
    headers: {
      connection: 'close',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  if (answer.status !== 200) return answer.status
  // @NOTE the list of tools is what this method answers.
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
  return result.tools.map(({ name }) => name)
}
