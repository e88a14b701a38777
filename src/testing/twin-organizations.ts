import { newId } from '../domain/ids.ts'
import { grantOf } from './oauth-grant.ts'
import { askTool } from './ask-tool.ts'
import { storeCheck } from './store-checks.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** A domain that both organizations have, with the same events; and one of each alone. */
export const SHARED = 'twin.example'

/** Makes a key of the organization that may do everything, with some of its sites alone. */
export async function narrowedKey(
  app: TestApp,
  session: string,
  siteIds: readonly string[],
): Promise<string> {
  const body = { scopes: ['*'], name: 'narrowed', siteIds }
  const made = await app.api('POST', '/keys', { token: session, body })
  return String(made.body.data['key'])
}

export interface Twin {
  org: TestOrg
  session: string
  sessionId: string
  key: string
  keyId: string
  grantId: string
  /** The domain that the other one does not have. */
  domain: string
  /** A word that only this organization's readers and pages use. */
  word: string
  sites: { shared: string; own: string }
  pages: string[]
  questions: string[]
  scanId: string
  ruleId: string
  promptId: string
  memberId: string
  invitationId: string
  domainId: string
  webhookId: string
  /** An answer of an engine of each site. */
  checks: { shared: string; own: string }
}

const nameOf = (word: string): string => `Twin ${word}`

/** Makes an organization with a key, two sites, and readers who asked; `word` distinguishes it from another. */
export async function makeTwin(app: TestApp, word: string): Promise<Twin> {
  const org = await app.org('enterprise', nameOf(word))
  const session = await app.session(org)
  const listed = await app.api('GET', '/auth/sessions', { token: session })
  const [{ id: sessionId } = { id: '' }] = listed.body.data as unknown as { id: string }[]
  const made = await app.api('POST', '/keys', { token: session, body: { scopes: ['*'] } })
  const key = String(made.body.data['key'])
  const { keyId: grantId } = await grantOf(app, org, { resource: '/mcp/publisher' })
  const domain = `${word}.example`
  const shared = await app.site(key, { domain: SHARED })
  const own = await app.site(key, { domain })
  await fill(app, shared, SHARED, 'common')
  await fill(app, own, domain, word)
  const keyId = String(made.body.data.id)
  const twin = { org, session, sessionId, key, keyId, grantId, domain, word }
  const pages: string[] = []
  const questions: string[] = []
  for (const site of [shared, own]) {
    pages.push(...(await pageIds(app, key, site)))
    questions.push(...(await questionIds(app, key, site)))
  }
  const scan = await app.api('POST', '/scan', { token: key, body: { siteId: own } })
  const scanId = String(scan.body.data.id)
  const rule = await app.api('POST', `/rules/${own}`, {
    token: session,
    body: { name: `The ${word} rule`, actions: { addTags: [word] } },
  })
  const ruleId = String(rule.body.data.id)
  const prompt = await app.api('PUT', `/prompts/${pages.at(-1)}`, {
    token: key,
    body: { questions: [`What of ${word}?`] },
  })
  const promptId = String(prompt.body.data.id)
  const people = await makePeople(app, session, word)
  const domainId = await makeDomain(app, session, own, word)
  const webhook = await app.api('POST', '/webhook-subscriptions', {
    token: session,
    body: { url: `https://hooks.${word}.example/`, events: ['invoice.paid'], siteIds: [own] },
  })
  return {
    ...twin,
    ...people,
    domainId,
    webhookId: String(webhook.body.data.id),
    sites: { shared, own },
    pages,
    questions,
    scanId,
    ruleId,
    promptId,
    checks: {
      shared: storeCheck(app, shared, 'common'),
      own: storeCheck(app, own, word),
    },
  }
}

/** Gives a site another domain, and returns the id of the domain. */
async function makeDomain(app: TestApp, session: string, site: string, word: string) {
  await app.vouchFor(site, `${word}.shop.example`)
  const { body } = await app.api('GET', `/sites/${site}/domains`, { token: session })
  // @NOTE the list's own schema says so.
  const [{ id } = { id: '' }] = body.data as unknown as { id: string }[]
  return id
}

/** Invites a person to the organization, in addition to its owner. */
async function makePeople(app: TestApp, session: string, word: string) {
  const { body } = await app.api('GET', '/org/members', { token: session })
  // @NOTE the list's own schema says so.
  const [{ id: memberId } = { id: '' }] = body.data as unknown as { id: string }[]
  const invited = await app.api('POST', '/org/invitations', {
    token: session,
    body: { email: `${word}@guests.example`, role: 'viewer' },
  })
  return { memberId, invitationId: String(invited.body.data.id) }
}

/** Fills a site with four pages, each seen, opened in an engine and asked about. */
async function fill(app: TestApp, site: string, domain: string, word: string): Promise<void> {
  const events = ['one', 'two', 'three', 'four'].flatMap((name) => {
    const page = { url: `https://${domain}/${word}-${name}`, title: `The ${word} page ${name}` }
    return [
      { ...page, kind: 'impression' },
      { ...page, kind: 'ai_click', target: 'chatgpt' },
      { ...page, kind: 'question', question: `What does ${word} say of lanterns, part ${name}?` },
    ]
  })
  const { body } = await app.collect(site, events)
  if (body.data['accepted'] !== events.length) throw new Error(`Not taken: ${JSON.stringify(body)}`)
}

async function pageIds(app: TestApp, key: string, site: string): Promise<string[]> {
  const { body } = await app.api('GET', `/pages/${site}`, { token: key })
  // @NOTE the list's own schema says so.
  return (body.data as unknown as { id: string }[]).map(({ id }) => id)
}

async function questionIds(app: TestApp, key: string, site: string): Promise<string[]> {
  const { structured } = await askTool(app, 'publisher', 'list_questions', key, { site })
  return (structured['rows'] as string[][]).map(([id]) => id!)
}

/** Lists everything that names a row of the organization, and words that only it has. */
export const marksOf = ({
  org,
  keyId,
  grantId,
  domain,
  word,
  sites,
  pages,
  questions,
  scanId,
  ruleId,
  promptId,
  memberId,
  invitationId,
  domainId,
  webhookId,
}: Twin): string[] => [
  org.id,
  org.userId,
  keyId,
  grantId,
  domain,
  word,
  ...Object.values(sites),
  ...pages,
  ...questions,
  scanId,
  ruleId,
  promptId,
  memberId,
  invitationId,
  domainId,
  webhookId,
]

/** Finds which marks of the organization an answer shows. */
export const foundOf = (twin: Twin, answer: unknown): string[] => {
  const text = JSON.stringify(answer)
  return marksOf(twin).filter((mark) => text.includes(mark))
}

/** Finds which marks of the organization's own site an answer shows. */
export const foundOfOwnSite = (
  { domain, word, sites, pages, questions, scanId, ruleId, promptId }: Twin,
  answer: unknown,
): string[] => {
  const text = JSON.stringify(answer).replaceAll(nameOf(word), '')
  const marks = [domain, word, sites.own, ...pages.slice(4), ...questions.slice(4)]
  return [...marks, scanId, ruleId, promptId].filter((mark) => text.includes(mark))
}

const KINDS = ['key', 'job'] as const

/** Makes an id, or a domain, that has the same form and does not exist. */
export const unknownLike = (id: string): string =>
  id.includes('.')
    ? 'nobody.example'
    : newId(KINDS.find((kind) => id.startsWith(kind)) ?? 'site', 1)
