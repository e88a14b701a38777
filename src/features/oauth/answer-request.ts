import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { OauthRequest } from '../../../db/system/oauth-requests.ts'
import { ruledHostOf } from '../../domain/oauth/redirect-uri.ts'
import { audit, auditTarget } from '../../kernel/door/audit.ts'
import { OauthError } from '../../kernel/door/oauth-error.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { PageAnswer } from '../../kernel/door/page-answer.ts'
import { roleOf } from '../../kernel/door/principal.ts'
import { ALL_SCOPES, type Scope } from '../../kernel/door/scopes.ts'
import { refuseConnecting, MAX_GRANTS } from '../../kernel/rights/may-connect.ts'
import { hashToken, mintToken } from '../../kernel/credentials/tokens.ts'
import { signOut } from '../identity/face.ts'
import { existingSites } from '../sites/face.ts'
import { findClient } from './clients/find-client.ts'
import { grantRow } from './grant-row.ts'
import {
  grantable,
  MAX_SHOWN_SITES,
  organizationOf,
  showConsent,
  type ConsentForm,
  type PersonContext,
} from './consent.ts'
import { leadBack } from './lead-back.ts'
import type { OauthResources } from './oauth-resources.ts'
import { showMessage } from './page-answers.ts'
import { toSignIn } from './sign-in-form.ts'

/** The lifetime of an authorization code in milliseconds; a program redeems it at once. */
const CODE_MS = 60_000

/** The most characters of a key's name. */
const MAX_NAME_CHARS = 100

const Id = z.string().max(64)

const Input = z.object({
  request: Id.default(''),
  do: z.enum(['allow', 'deny', 'organization', 'leave']),
  organization: Id.optional(),
  sites: z.enum(['all', 'chosen']).default('chosen'),
  site: z.array(Id).max(MAX_SHOWN_SITES).default([]),
  scope: z.array(z.string().max(64)).max(ALL_SCOPES.length).default([]),
  words: z.string().max(8).optional(),
  lasts: z.enum(['day', 'month', 'idle']).default('month'),
})
type Answered = z.output<typeof Input>

/**
 * POST /authorize: takes a person's answer to the request of a client. Each request is answered once, by the session
 * that it was shown to.
 */
export const answerRequest = (resources: OauthResources) =>
  defineOperation({
    name: 'oauth.answer',
    summary: 'Let a client read for the person who sends this form, or do not',
    access: { by: 'public' },
    http: {
      surface: 'oauth',
      method: 'post',
      path: '/authorize',
      page: true,
      body: 'form',
      maxBodyBytes: 16_384,
      idempotency: 'none',
    },
    input: Input,
    output: PageAnswer,
    async handler({ app, caller, principal }, answered) {
      if (!caller.isOwnPage) {
        return showMessage(403, 'Nothing was granted', [
          'This form was not sent by a page of this server, so it counts for nothing.',
        ])
      }
      const request = await app.system.oauthRequests.find(answered.request, app.now())
      if (principal.kind !== 'session') return request ? toSignIn(askAgain(request)) : over()
      if (!request || request.session_id !== principal.sessionId) return over()
      const ctx = { app, caller, principal }
      switch (answered.do) {
        case 'leave':
          return leave(ctx, request)
        case 'organization':
          return showConsent(ctx, resources, request, {
            orgId: answered.organization,
            form: formOf(answered),
          })
        case 'deny':
          return deny(ctx, request)
        case 'allow':
          return allow(ctx, resources, { request, answered })
      }
    },
  })

const over = (): PageAnswer =>
  showMessage(403, 'This page is over', [
    'It was answered already, or stood open for too long, or somebody else has signed in since.',
    'Nothing was granted by this. Go back to your assistant and connect again.',
  ])

/** Makes the address that asks the same request again, for a person who signs in meanwhile. */
const askAgain = (request: OauthRequest): string => {
  const fields = {
    response_type: 'code',
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    resource: request.resource,
    // @NOTE the column is written by `authorize` alone, as JSON of scopes.
    scope: (JSON.parse(request.scopes) as string[]).join(' '),
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    ...(request.state !== null && { state: request.state }),
  }
  return `/authorize?${new URLSearchParams(fields).toString()}`
}

/** Signs the person out, and leads to the sign-in and from there to the same request. */
async function leave(
  { app, caller, principal }: PersonContext,
  request: OauthRequest,
): Promise<PageAnswer> {
  await signOut.execute(app, principal, caller, {})
  return { ...toSignIn(askAgain(request)), session: null }
}

async function deny({ app }: PublicContext, request: OauthRequest): Promise<PageAnswer> {
  await app.system.oauthRequests.delete(request.id)
  return leadBack(app, clientOf(request), REFUSED)
}

const REFUSED = {
  error: 'access_denied',
  error_description: 'The person has not granted this',
} as const

const clientOf = ({ redirect_uri: redirectUri, state }: OauthRequest) => ({ redirectUri, state })

interface Allowing {
  request: OauthRequest
  answered: Answered
}

async function allow(
  ctx: PersonContext,
  resources: OauthResources,
  { request, answered }: Allowing,
): Promise<PageAnswer> {
  const { app } = ctx
  const form = formOf(answered)
  const missing = missingIn(form)
  if (missing !== undefined) {
    const shown = { orgId: answered.organization, form, error: missing }
    return showConsent(ctx, resources, request, shown)
  }
  try {
    // A registration that waits for its first consent may have ended while the page was open.
    await findClient(app, request.client_id)
    const site = resources.read(request.resource, app.publicUrl)?.site ?? null
    const code = await grant(ctx, { request, answered, form, site })
    if (code === undefined) return over()
    await app.system.oauthClients.markUsed(request.client_id, app.now())
    return leadBack(app, clientOf(request), { code })
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    // The page does not offer anything that is refused here.
    await app.system.oauthRequests.delete(request.id)
    const told = { error: error.oauth, error_description: error.message }
    return leadBack(app, clientOf(request), told)
  }
}

const formOf = ({ sites, site, scope, words, lasts }: Answered): ConsentForm => ({
  allSites: sites === 'all',
  siteIds: [...new Set(site)],
  // @NOTE a text that is not a scope is refused together with scopes that were not asked for.
  scopes: [...new Set(scope)] as Scope[],
  mayReadWords: words === '1',
  lasts,
})

function missingIn({ allSites, siteIds, scopes }: ConsentForm): string | undefined {
  if (scopes.length === 0) return 'Tick at least one thing that it may read, or press Refuse.'
  return !allSites && siteIds.length === 0
    ? 'Tick at least one site, or choose all of them.'
    : undefined
}

/** Makes the grant and its code in the transaction that answers the request; undefined where it was answered meanwhile. */
async function grant(
  ctx: PersonContext,
  { request, answered, form: ticked, site }: Allowing & { form: ConsentForm; site: string | null },
): Promise<string | undefined> {
  const { app, principal } = ctx
  const now = app.now()
  const host = ruledHostOf(request.redirect_uri)
  const id = answered.organization ?? principal.orgId
  const chosen = await organizationOf(ctx, { id, host })
  if (!chosen || chosen.refusal !== undefined) {
    throw new OauthError('access_denied', 'This organization grants nothing to this client')
  }
  const code = mintToken('oauthCode')
  const isDone = await app.tenant(chosen.id).transaction(async (trx) => {
    const form = site === null ? ticked : { ...ticked, ...(await siteAlone(trx, site)) }
    await assertGrantable(trx, principal.userId, { request, form, now })
    const waiting = { id: request.id, sessionId: principal.sessionId, now }
    if (!(await trx.grants.burnRequest(waiting))) return false
    const name = Array.from(request.client_name ?? host)
      .slice(0, MAX_NAME_CHARS)
      .join('')
    const { row, detail } = grantRow(app, { request, form, name, host, userId: principal.userId })
    await trx.keys.insert(row).execute()
    await trx.grants.addCode({
      hash: hashToken(code),
      key_id: row.id,
      client_id: request.client_id,
      redirect_uri: request.redirect_uri,
      challenge: request.challenge,
      expires_at: now + CODE_MS,
      used_at: null,
    })
    await audit(trx, {
      action: 'key.create',
      target: auditTarget('key.create', row.id),
      actor: { type: 'user', id: principal.userId },
      detail,
      requestId: ctx.caller.requestId,
      at: now,
    })
    return true
  })
  return isDone ? code : undefined
}

/** Returns the site of an address that is for one site alone, in place of the sites in the form. */
async function siteAlone(
  trx: TenantDb,
  site: string,
): Promise<Pick<ConsentForm, 'allSites' | 'siteIds'>> {
  const found = await trx.sites.find(site)
  if (!found) throw new OauthError('access_denied', 'This organization has no such site')
  return { allSites: false, siteIds: [found.row.id] }
}

/**
 * Throws where the person may no longer grant what they chose, within the transaction: rights may have ended after the
 * page was shown.
 */
async function assertGrantable(
  trx: TenantDb,
  userId: string,
  { request, form, now }: { request: OauthRequest; form: ConsentForm; now: number },
): Promise<void> {
  await trx.members.lock()
  const member = await trx.members
    .query()
    .select('member.role')
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
  const offered = new Set<string>(member ? grantable(request, roleOf(member.role)) : [])
  if (!member || form.scopes.some((scope) => !offered.has(scope))) {
    throw new OauthError(
      'access_denied',
      'This is more than was asked for, or than this person reads',
    )
  }
  if ((await trx.keys.countGrants(userId, now)) >= MAX_GRANTS) {
    throw new OauthError('access_denied', 'This person has connected as many assistants as may be')
  }
  const rules = await trx
    .organization()
    .select(['assistants_who', 'assistants_hosts'])
    .executeTakeFirstOrThrow()
  const connecting = { role: roleOf(member.role), host: ruledHostOf(request.redirect_uri) }
  const refusal = refuseConnecting(rules, connecting)
  if (refusal !== undefined) throw new OauthError('access_denied', refusal)
  if (form.allSites) return
  const own = await existingSites(trx, form.siteIds)
  if (form.siteIds.some((id) => !own.has(id))) {
    throw new OauthError('access_denied', 'This organization has no such site')
  }
}
