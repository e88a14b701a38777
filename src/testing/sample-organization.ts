import { newId, questionId } from '../domain/ids.ts'
import { addAttempt } from './add-attempt.ts'
import { makeLinkToken } from './one-time-links.ts'
import { SampleCitations } from './sample-citations.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'
import { signLink } from './sign-link.ts'
import { inspectData } from './stored-events.ts'
import type { WebSite } from './web-site.ts'

const PASSWORD = 'a long enough passphrase'
/** The hash of the password of all people, since making a hash takes as long as twenty requests. */
let passwordHash: string | undefined

/** The number of further domains of a site that leaves hardly any room for another. */
const MANY_DOMAINS = 40

/** The number of webhook subscriptions that a small plan has room for. */
const MANY_WEBHOOKS = 4

/** A subscription whose receiver has no address. */
export const WEBHOOK = {
  url: 'https://receiver.example/hook',
  events: ['credits.depleted', 'invoice.paid'],
} as const

type Body = Record<string, unknown>

type SignIn = { email: string; password: string }

interface SamplePerson {
  id: string
  person: SignIn
}

/** An organization that has one of everything, and makes another of what a call uses up. */
export class SampleOrganization {
  readonly app: TestApp
  readonly siteId: string
  readonly url: string
  readonly orgId: string
  readonly #org: TestOrg
  #session: string
  #made = 0
  /** The paths of the members and invitations that were added. */
  readonly #seats: string[] = []
  #person: Promise<SamplePerson> | undefined
  #forgetful: Promise<SamplePerson> | undefined

  private constructor(parts: {
    app: TestApp
    siteId: string
    url: string
    session: string
    org: TestOrg
  }) {
    this.app = parts.app
    this.siteId = parts.siteId
    this.url = parts.url
    this.#session = parts.session
    this.orgId = parts.org.id
    this.#org = parts.org
  }

  /** The organization's site is the one that `web` serves. */
  static async of(app: TestApp, org: TestOrg, web: WebSite): Promise<SampleOrganization> {
    const session = await app.session(org)
    const siteId = await app.site(session, { url: `${web.url}/` })
    return new SampleOrganization({ app, siteId, url: web.url, session, org })
  }

  /** Returns a person who can sign in, the same each time, since seats are few. */
  async person(): Promise<SignIn> {
    this.#person ??= this.#addPerson()
    return (await this.#person).person
  }

  /** Makes the token of a link for the lost password of another person. */
  async resetToken(): Promise<string> {
    this.#forgetful ??= this.#addPerson()
    return makeLinkToken(this.app, 'reset', (await this.#forgetful).id)
  }

  async #addPerson(): Promise<SamplePerson> {
    const { context, database } = this.app.app.services
    const now = this.app.clock.now()
    const id = newId('usr', now)
    const email = `${id}@example.com`
    passwordHash ??= await context.passwords.hash(PASSWORD)
    await database.accounts.addMember(
      { id, email, password_hash: passwordHash, created_at: now },
      { org_id: this.orgId, user_id: id, role: 'viewer' },
    )
    return { id, person: { email, password: PASSWORD } }
  }

  /** Adds a person, and returns the id that they have as a member. */
  async member(): Promise<string> {
    await this.#freeSeats()
    const { id: userId } = await this.#addPerson()
    const members = await this.#list<{ id: string; userId: string }>('/org/members?limit=100')
    const id = members.find((one) => one.userId === userId)?.id ?? ''
    this.#seats.push(`/org/members/${id}`)
    return id
  }

  async invitation(): Promise<string> {
    return String((await this.#invite())['id'])
  }

  async invitationToken(): Promise<string> {
    return String((await this.#invite())['link']).split('#')[1] ?? ''
  }

  async #invite(): Promise<Body> {
    await this.#freeSeats()
    const body = { email: `guest@${this.domain()}`, role: 'viewer' }
    const answer = await this.#call('POST', '/org/invitations', body)
    if (answer.body.error) throw new Error(JSON.stringify(answer.body.error))
    this.#seats.push(`/org/invitations/${answer.body.data.id}`)
    return answer.body.data
  }

  /**
   * Makes room for one more person, since a small plan has few seats: the people who were added before them are
   * removed.
   */
  async #freeSeats(): Promise<void> {
    const members = await this.#list<{ id: string; email: string }>('/org/members?limit=100')
    const guests = members.filter(({ email }) => email.startsWith('guest@'))
    for (const path of [
      ...this.#seats.splice(0),
      ...guests.map(({ id }) => `/org/members/${id}`),
    ]) {
      await this.#call('DELETE', path)
    }
  }

  /** Adds a domain to the site, as the plan Enterprise may; returns its id. */
  async furtherDomain(): Promise<string> {
    const path = `/sites/${this.siteId}/domains?limit=100`
    await this.freeDomains()
    const host = this.domain()
    await this.app.vouchFor(this.siteId, host)
    const domains = await this.#list<{ id: string; host: string }>(path)
    return domains.find((one) => one.host === host)?.id ?? ''
  }

  /** Makes room for one more domain, since a site has fifty at most. */
  async freeDomains(): Promise<void> {
    const path = `/sites/${this.siteId}/domains`
    const domains = await this.#list<{ id: string }>(`${path}?limit=100`)
    if (domains.length < MANY_DOMAINS) return
    for (const { id } of domains) await this.#call('DELETE', `${path}/${id}`)
  }

  /** Calls as the owner, and again with another session where a limit is used up or the session has ended meanwhile. */
  async #call(method: string, path: string, body?: Body): ReturnType<TestApp['api']> {
    const send = () => this.app.api(method, path, { token: this.#session, ...(body && { body }) })
    const answer = await send()
    if (answer.status !== 401 && answer.status !== 429) return answer
    this.#session = await this.app.session(this.#org)
    return send()
  }

  /** Makes up a domain that the organization has no site of. */
  domain(): string {
    this.#made += 1
    return `made${this.#made}.example`
  }

  site(): Promise<string> {
    return this.app.site(this.#session, { domain: this.domain() })
  }

  /** Makes a link to a file, of a key that may do everything. */
  async link(): Promise<string> {
    const key = await this.app.key({ id: this.orgId, userId: '' })
    return signLink(this.app, key, this.siteId)
  }

  async key(): Promise<string> {
    return this.#create('/keys', { scopes: ['sites:read'] })
  }

  /** The organization's part in the Citation Monitor. */
  get citations(): SampleCitations {
    return new SampleCitations(this, {
      call: (...request) => this.#call(...request),
      create: (path, body) => this.#create(path, body),
      ids: (path) => this.#ids(path),
    })
  }

  /** Adds a webhook subscription, as the plan has room for one more. */
  async webhook(): Promise<string> {
    await this.freeWebhooks()
    return this.#create('/webhook-subscriptions', WEBHOOK)
  }

  async rotatingWebhook(): Promise<string> {
    const id = await this.webhook()
    await this.#call('POST', `/webhook-subscriptions/${id}/rotate-secret`, {})
    return id
  }

  /** Adds an attempt to deliver an event to a subscription; returns the ids of both. */
  async delivery(): Promise<[webhook: string, delivery: string]> {
    const webhook = await this.webhook()
    return [webhook, await addAttempt(this.app, { orgId: this.orgId, webhookId: webhook })]
  }

  /** Makes room for one more webhook subscription. */
  async freeWebhooks(): Promise<void> {
    const path = '/webhook-subscriptions'
    const ids = await this.#ids(`${path}?limit=100`)
    if (ids.length < MANY_WEBHOOKS) return
    for (const id of ids) await this.#call('DELETE', `${path}/${id}`)
  }

  rule(siteId = this.siteId): Promise<string> {
    return this.#create(`/rules/${siteId}`, { name: 'Tides', stop: true })
  }

  /** Lists all rules of the site, and makes one where it has none. */
  async ruleIds(): Promise<string[]> {
    const made = await this.#ids(`/rules/${this.siteId}?limit=100`)
    return made.length > 0 ? made : [await this.rule()]
  }

  /** Makes a scan that has ended, because the name of the site has no address. */
  async scan(): Promise<string> {
    const scan = await this.#create('/scan', { siteId: this.siteId })
    await this.app.app.services.jobs.onIdle()
    return scan
  }

  /** Makes a page that a reader asked about. */
  async page(): Promise<string> {
    await this.#ask('Are tide tables exact?')
    const [id = ''] = await this.#ids(`/pages/${this.siteId}`)
    return id
  }

  /** Makes two topics, of different questions. */
  async topics(siteId = this.siteId): Promise<[string, string]> {
    await this.#ask('Are tide tables exact?', siteId)
    await this.#ask('What is a paddle float?', siteId)
    const [first = '', second = ''] = await this.#ids(`/topics/${siteId}`)
    return [first, second]
  }

  /** Makes a site with one topic of two questions, and names the second. */
  async splitTopic(): Promise<{ site: string; topic: string; question: string }> {
    const site = await this.site()
    await this.#ask('Are tide tables exact?', site)
    await this.#ask('Can tide tables be printed?', site)
    const [topic = ''] = await this.#ids(`/topics/${site}`)
    const [question = ''] = await this.#ids(`/questions/${site}`)
    return { site, topic, question }
  }

  async question(): Promise<string> {
    await this.#ask('Are tide tables exact?')
    const latest = 'SELECT at, seq FROM question ORDER BY num DESC LIMIT 1'
    const asked = inspectData(this.app.directory, (db) =>
      db.prepare<[], { at: number; seq: number }>(latest).get(),
    )
    if (!asked) throw new Error('No question is stored')
    return questionId(asked.at, asked.seq)
  }

  async #ask(question: string, siteId = this.siteId): Promise<void> {
    const event = { kind: 'question', url: '/', question }
    const { body } = await this.app.collect(siteId, [event])
    if (body.data['accepted'] !== 1) throw new Error(`Not asked: ${JSON.stringify(body)}`)
  }

  async #create(path: string, body: Body): Promise<string> {
    const answer = await this.#call('POST', path, body)
    if (answer.body.error) throw new Error(`${path}: ${JSON.stringify(answer.body.error)}`)
    return String(answer.body.data.id)
  }

  async #ids(path: string): Promise<string[]> {
    return (await this.#list<{ id: string }>(path)).map(({ id }) => id)
  }

  async #list<T>(path: string): Promise<T[]> {
    const { body } = await this.#call('GET', path)
    // @NOTE the list's own schema; a wrong shape fails the call that is made with it.
    return body.data as unknown as T[]
  }
}
