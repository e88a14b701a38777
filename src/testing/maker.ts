import { joinOrg, type Joined } from './join-org.ts'
import type { ApiAnswer, TestApp, TestOrg } from './start-test-app.ts'

/** A person of an organization, who makes keys, webhooks and links. */
export class Maker {
  readonly app: TestApp
  readonly person: Joined

  private constructor(app: TestApp, person: Joined) {
    this.app = app
    this.person = person
  }

  static async join(app: TestApp, org: TestOrg, role: 'admin' | 'owner'): Promise<Maker> {
    const person = await joinOrg(app, org, 'admin')
    const maker = new Maker(app, person)
    if (role === 'owner') {
      await changeRole(app, await app.session(org), person, 'owner')
      await maker.signIn(org)
    }
    return maker
  }

  call(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const { token } = this.person
    return this.app.api(method, path, { token, ...(body !== undefined && { body }) })
  }

  /** Opens another session of the person, in the role that they have by now. */
  async signIn(org: TestOrg): Promise<string> {
    const { userId } = this.person
    this.person.token = await this.app.session({ id: org.id, userId })
    return this.person.token
  }

  async key(scopes: readonly string[] = ['*']): Promise<{ id: string; token: string }> {
    const { data } = made(await this.call('POST', '/keys', { scopes }))
    return { id: String(data.id), token: String(data['key']) }
  }

  /** Subscribes an address to events of the organization. */
  async webhook(url: string): Promise<string> {
    const body = { url, events: ['credits.depleted'] }
    return String(made(await this.call('POST', '/webhook-subscriptions', body)).data.id)
  }

  async invite(email: string, role: string): Promise<string> {
    const { data } = made(await this.call('POST', '/org/invitations', { email, role }))
    return String(data.id)
  }
}

function made({ body }: ApiAnswer): ApiAnswer['body'] {
  if (body.error) throw new Error(`Not made: ${JSON.stringify(body.error)}`)
  return body
}

/** Gives a member another role, or removes the member where no role is given. */
export const changeRole = (
  app: TestApp,
  token: string,
  { id }: Pick<Joined, 'id'>,
  role: string | undefined,
): Promise<ApiAnswer> =>
  role === undefined
    ? app.api('DELETE', `/org/members/${id}`, { token })
    : app.api('PUT', `/org/members/${id}`, { token, body: { role } })
