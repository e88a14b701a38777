import { AddressTree } from '../../../src/http/address-tree.ts'
import { sentCredential } from '../../../src/http/session-cookie.ts'
import { ClientAddressResolver } from '../../../src/auth/client-address.ts'
import { readClientDocument } from '../../../src/domain/oauth/client-document.ts'
import { readKeySet } from '../../../src/domain/oauth/key-set.ts'
import { readRegistration, REGISTERED_METHODS } from '../../../src/domain/oauth/registration.ts'
import { readPage } from '../../../src/domain/html/read-page.ts'
import { compileGlob, matchesGlob } from '../../../src/domain/prompt-rules/glob.ts'
import { pathText } from '../../../src/domain/prompt-rules/path-text.ts'
import { isAllowed } from '../../../src/domain/robots/is-allowed.ts'
import { parseRobots } from '../../../src/domain/robots/robots.ts'
import { SitemapReader } from '../../../src/domain/sitemap/sitemap-reader.ts'
import * as protocol from '../../../src/protocol/index.ts'

/** A function that is given a text in something else: a field, a header, the bytes of a page. */
export interface Door {
  readonly name: string
  readonly read: (text: string) => unknown
}

const policy = protocol.compilePolicy({ rules: [] })
const url = 'https://a.example/'
const page = { url, title: 'A', site: 'A', language: 'en' }
const ask = { id: 'a', intent: 'ask', template: 'T {title}' } as const
const proxies = new ClientAddressResolver('127.0.0.1', Buffer.alloc(32))
const source = { url, contentType: 'text/html; charset=utf-8', headers: {} }

const linkTo = (prompt: string): string =>
  `https://chatgpt.com/?q=${encodeURIComponent(prompt.toWellFormed())}`

const signalsOf = (text: string) =>
  protocol.evaluateLayers(policy, {
    url,
    use: 'summarize',
    target: 'chatgpt',
    signals: { robotsTxt: text, contentUsage: text, askPolicy: text, askPolicyMeta: text },
  })

function readSitemap(text: string): void {
  const reader = new SitemapReader()
  for (let at = 0; at < text.length; at += 1_000) reader.push(text.slice(at, at + 1_000))
  reader.end()
}

const CLIENT_ID = 'https://a.example/client.json'

/** Makes the fields in which a client describes itself. */
const clientFields = (text: string) => ({
  client_name: text,
  redirect_uris: [`https://a.example/${text}`, text],
  token_endpoint_auth_method: text,
  scope: text,
})

/** The doors that no list of parameters shows. */
export const DOORS: readonly Door[] = [
  {
    name: 'lintPrompt of a template',
    read: (text) => protocol.lintPrompt(text, { sources: [text], names: [text], isTemplate: true }),
  },
  { name: 'verifyLink', read: (text) => protocol.verifyLink({ href: linkTo(text) }) },
  {
    name: 'verifyLink by a manifest',
    read: (text) => {
      const document = {
        askAi: '1.0',
        site: { name: 'A', url },
        prompts: [{ ...ask, template: text }],
      }
      const prompt = `${text}\n\nSource: ${url}\n`
      return protocol.verifyLink({
        href: linkTo(prompt),
        manifest: { origin: 'https://a.example', document },
      })
    },
  },
  {
    name: 'buildLink',
    read: (text) =>
      protocol.buildLink({ ask, target: 'chatgpt', page: { ...page, title: text }, textUrl: text }),
  },
  {
    name: 'renderAsk',
    read: (text) =>
      protocol.renderAsk(
        { ...ask, template: text },
        { page: { ...page, title: text }, inputs: { a: text } },
      ),
  },
  { name: 'askDigest', read: (text) => protocol.askDigest({ ...ask, template: text }) },
  { name: 'evaluateLayers', read: signalsOf },
  {
    name: 'findManifest',
    read: (text) => protocol.findManifest({ url, linkHeader: text, links: [{ href: text }] }),
  },
  {
    name: 'askPolicyOfMeta',
    read: (text) => protocol.askPolicyOfMeta([{ name: text, content: text }]),
  },
  { name: 'SitemapReader', read: readSitemap },
  { name: 'readPage', read: (text) => readPage(Buffer.from(text), source) },
  {
    name: 'readPage of a title and of headers',
    read: (text) =>
      readPage(Buffer.from(`<title>${text}</title><h1>${text}`), {
        ...source,
        headers: { link: text, refresh: text, 'x-robots-tag': text, 'last-modified': text },
      }),
  },
  { name: 'isAllowed', read: (text) => isAllowed(parseRobots(text), 'GPTBot', `/${text}`) },
  {
    name: 'matchesGlob',
    read: (text) => {
      const path = pathText(`/${text}`)
      matchesGlob(compileGlob('/*a*b*c*/**/x'), path)
    },
  },
  {
    name: 'X-Forwarded-For',
    read: (text) => proxies.pseudonym(proxies.clientAddress('127.0.0.1', text)),
  },
  { name: 'AddressTree', read: (text) => new AddressTree<string>().find(`/${text}`) },
  {
    name: 'readRegistration',
    read: (text) => {
      const redirect_uris = [`https://a.example/${text}`]
      const token_endpoint_auth_method = REGISTERED_METHODS[0]
      readRegistration({ redirect_uris, token_endpoint_auth_method, client_name: text }, [text])
      readRegistration(clientFields(text), [text])
    },
  },
  {
    name: 'readClientDocument',
    read: (text) => {
      const told = {
        ...clientFields(text),
        client_id: CLIENT_ID,
        jwks_uri: `https://a.example/${text}`,
      }
      readClientDocument(CLIENT_ID, told)
      readClientDocument(CLIENT_ID, {
        ...told,
        jwks_uri: undefined,
        token_endpoint_auth_method: 'none',
      })
    },
  },
  {
    name: 'readKeySet',
    read: (text) =>
      readKeySet({
        keys: [
          { kty: 'RSA', n: text, e: 'AQAB', kid: text },
          { kty: 'EC', crv: 'P-256', x: text, y: text },
        ],
      }),
  },
  {
    name: 'Cookie and Host',
    read: (text) => {
      const headers = { cookie: text, host: text, 'sec-fetch-site': 'same-origin' }
      // @NOTE of a request, its headers alone are read.
      const request = { headers } as unknown as Parameters<typeof sentCredential>[0]
      return sentCredential(request, 'http://127.0.0.1', 'api')
    },
  },
]
