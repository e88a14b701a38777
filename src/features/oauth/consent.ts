import type { OauthRequest } from '../../../db/system/oauth-requests.ts'
import { isDocumentId } from '../../domain/oauth/client-document.ts'
import type { AskedResource } from '../../domain/oauth/resource.ts'
import { hostOf, isLoopbackRedirect, ruledHostOf } from '../../domain/oauth/redirect-uri.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Caller } from '../../kernel/door/caller.ts'
import { roleOf, type OrgPrincipal, type Role } from '../../kernel/door/principal.ts'
import type { PageAnswer } from '../../kernel/door/page-answer.ts'
import { ALL_SCOPES, type Scope } from '../../kernel/door/scopes.ts'
import { PLAN_LIMITS, planRequired } from '../../kernel/plan/plans.ts'
import { grantedPlan, PLAN_COLUMNS } from '../../kernel/plan/granted-plan.ts'
import { narrowGrant } from '../../kernel/rights/rights-of-role.ts'
import { refuseConnecting, MAX_GRANTS } from '../../kernel/rights/may-connect.ts'
import type { OauthResources } from './oauth-resources.ts'
import { consentPage, type ConsentView } from './pages/consent-page.ts'
import { showMessage, showPage } from './page-answers.ts'

/** The context of a person who is signed in and opened the page. */
export interface PersonContext {
  app: AppContext
  caller: Caller
  principal: OrgPrincipal & { kind: 'session' }
}

/** The choices that a person has ticked. */
export interface ConsentForm {
  allSites: boolean
  siteIds: readonly string[]
  scopes: readonly Scope[]
  mayReadWords: boolean
  lasts: ConsentView['lasts']
}

interface Shown {
  /**
   * The id of the chosen organization; undefined for that of the session, or where it cannot be chosen for another one.
   */
  orgId?: string | undefined
  form?: ConsentForm | undefined
  error?: string | undefined
}

/** The most organizations on a page; a person with more signs in to the others to choose them. */
const MAX_ORGANIZATIONS = 50
/** The most sites on a page, and the most that can be chosen one by one. */
export const MAX_SHOWN_SITES = 100

/** Makes the page that shows what a client asks for, with the choices that were ticked before. */
export async function showConsent(
  ctx: PersonContext,
  resources: OauthResources,
  request: OauthRequest,
  { orgId, form, error }: Shown = {},
): Promise<PageAnswer> {
  const { app, principal } = ctx
  const [person, choices] = await Promise.all([
    app.system.people.findById(principal.userId),
    organizationsOf(ctx, ruledHostOf(request.redirect_uri)),
  ])
  const chosen = chooseAmong(choices, orgId ?? principal.orgId)
  const resource = resources.read(request.resource, app.publicUrl)
  if (!person || !chosen || !resource) {
    return showMessage(403, 'This cannot be granted', [
      'You are a member of no organization here, or the address is gone. Nothing was granted.',
    ])
  }
  const sites = await sitesOf(app, chosen.id, resource.site)
  const showsWords = resources.showsWords(resource)
  const view = viewOf(request, { resource, showsWords, choices, chosen, sites, form })
  return showPage(consentPage({ ...view, person: { email: person.email }, error }), {
    status: error === undefined ? 200 : 400,
    redirectUri: request.redirect_uri,
  })
}

interface Viewed {
  resource: AskedResource
  showsWords: boolean
  choices: readonly OrganizationChoice[]
  chosen: OrganizationChoice
  sites: { shown: readonly Site[]; left: number }
  form: ConsentForm | undefined
}

function viewOf(
  request: OauthRequest,
  { resource, showsWords, choices, chosen, sites, form }: Viewed,
): Omit<ConsentView, 'person' | 'error'> {
  const offered = grantable(request, chosen.role)
  const ticked = tickedOf(formBefore(offered, sites), form, sites.shown)
  return {
    requestId: request.id,
    client: {
      name: request.client_name,
      host: hostOf(request.redirect_uri),
      isLoopback: isLoopbackRedirect(request.redirect_uri),
      documentHost: documentHostOf(request.client_id),
    },
    resource: {
      path: resource.address,
      site: resource.site === null ? null : (sites.shown[0]?.domain ?? resource.site),
    },
    organizations: choices.map(({ id, name, refusal }) => ({
      id,
      name,
      isChosen: id === chosen.id,
      refusal: refusal ?? null,
    })),
    sites: sites.shown.map(({ id, domain }) => ({
      id,
      domain,
      isTicked: ticked.siteIds.includes(id),
    })),
    sitesLeftOut: sites.left,
    allSites: ticked.allSites,
    scopes: offered.map((scope) => ({ scope, isTicked: ticked.scopes.includes(scope) })),
    words: { isOffered: showsWords, isTicked: ticked.mayReadWords },
    lasts: ticked.lasts,
  }
}

export interface OrganizationChoice {
  id: string
  name: string
  role: Role
  /** The reason why the person cannot grant anything for the organization, in a sentence; undefined where they can. */
  refusal: string | undefined
}

type Person = Pick<PersonContext, 'app' | 'principal'>

/** Lists the organizations of a person, each with the reason why it cannot be chosen. */
async function organizationsOf(person: Person, host: string): Promise<OrganizationChoice[]> {
  const choices: OrganizationChoice[] = []
  for (const membership of (await membershipsOf(person)).slice(0, MAX_ORGANIZATIONS)) {
    choices.push(await choiceOf(person, membership, host))
  }
  return choices
}

/**
 * Returns one organization of a person, with the reason why it cannot be chosen; undefined where the person is not a
 * member.
 */
export async function organizationOf(
  person: Person,
  { id, host }: { id: string; host: string },
): Promise<OrganizationChoice | undefined> {
  const membership = (await membershipsOf(person)).find((one) => one.id === id)
  return membership && choiceOf(person, membership, host)
}

const membershipsOf = ({ app, principal: { userId } }: Person) =>
  app.system.accounts.memberships(userId)

async function choiceOf(
  { app, principal: { userId } }: Person,
  { id, name, role: stored }: { id: string; name: string; role: string },
  host: string,
): Promise<OrganizationChoice> {
  const role = roleOf(stored)
  return { id, name, role, refusal: await refusalOf(app, { id, userId, role, host }) }
}

async function refusalOf(
  app: AppContext,
  { id, userId, role, host }: { id: string; userId: string; role: Role; host: string },
): Promise<string | undefined> {
  const db = app.tenant(id)
  const now = app.now()
  const row = await db
    .organization()
    .select([...PLAN_COLUMNS, 'assistants_who', 'assistants_hosts'])
    .executeTakeFirstOrThrow()
  if (!PLAN_LIMITS[grantedPlan(row, now)].mcp) {
    return `${planRequired('Assistants', ({ mcp }) => mcp).message}.`
  }
  const refusal = refuseConnecting(row, { role, host })
  if (refusal !== undefined) return refusal
  const count = await db.keys.countGrants(userId, now)
  return count < MAX_GRANTS
    ? undefined
    : `You have connected ${count} assistants here already, which is as many as may be; end one first.`
}

const chooseAmong = (
  choices: readonly OrganizationChoice[],
  wantedId: string,
): OrganizationChoice | undefined => {
  const wanted = choices.find(({ id }) => id === wantedId)
  if (wanted && wanted.refusal === undefined) return wanted
  return choices.find(({ refusal }) => refusal === undefined) ?? wanted ?? choices[0]
}

/** Returns the scopes of a request that the role of the person may read. */
export function grantable({ scopes }: Pick<OauthRequest, 'scopes'>, role: Role): Scope[] {
  // @NOTE the column is written by `authorize` alone, as JSON of scopes.
  const left = new Set(narrowGrant(JSON.parse(scopes) as string[], role))
  return ALL_SCOPES.filter((scope) => left.has(scope))
}

/**
 * Returns the choices that are ticked when the page is first shown: all sites and all scopes that were asked for,
 * without readers' own words, for 30 days.
 */
function formBefore(scopes: readonly Scope[], { shown, left }: Viewed['sites']): ConsentForm {
  return {
    allSites: left > 0,
    siteIds: shown.map(({ id }) => id),
    scopes,
    mayReadWords: false,
    lasts: 'month',
  }
}

/**
 * Returns the choices that were ticked before. Where the ticked sites are of another organization, those that are
 * ticked at first replace them.
 */
function tickedOf(
  first: ConsentForm,
  form: ConsentForm | undefined,
  sites: readonly Site[],
): ConsentForm {
  if (!form) return first
  const { siteIds, allSites } = form
  const isOfOther = siteIds.length > 0 && !sites.some(({ id }) => siteIds.includes(id))
  if (!isOfOther) return form
  return { ...form, siteIds: first.siteIds, allSites: allSites || first.allSites }
}

interface Site {
  id: string
  domain: string
}

/** Finds the sites to choose from; for an address of one site, only the site that it names by id or domain. */
async function sitesOf(
  app: AppContext,
  orgId: string,
  only: string | null,
): Promise<{ shown: Site[]; left: number }> {
  const { sites } = app.tenant(orgId)
  if (only !== null) {
    const found = await sites.find(only)
    return { shown: found ? [{ id: found.row.id, domain: found.row.domain }] : [], left: 0 }
  }
  const shown = await sites
    .query()
    .select(['id', 'domain'])
    .orderBy('domain')
    .limit(MAX_SHOWN_SITES)
    .execute()
  const all = await sites.count()
  return { shown, left: Math.max(0, all - shown.length) }
}

/** Returns the host that publishes a client's document; null for a client without a document. */
function documentHostOf(clientId: string): string | null {
  return isDocumentId(clientId) ? new URL(clientId).host : null
}
