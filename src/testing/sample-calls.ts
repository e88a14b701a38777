import { makeLinkToken } from './one-time-links.ts'
import { PROTOCOL_ARGUMENTS } from './protocol-calls.ts'
import { WEBHOOK, type SampleOrganization } from './sample-organization.ts'

export interface SampleCall {
  /** Values of the parameters in the address, in their order. */
  ids?: readonly string[]
  query?: string
  body?: Readonly<Record<string, unknown>>
}

type MakeSample = (home: SampleOrganization) => SampleCall | Promise<SampleCall>

const onSite: MakeSample = ({ siteId }) => ({ ids: [siteId] })

/**
 * Holds, for each operation with a route, a call that succeeds for a caller who may make it; the call may use up the
 * thing that it was made for.
 */
export const SAMPLE_CALLS: Readonly<Record<string, MakeSample>> = {
  'server.describe': () => ({}),
  'auth.setup': async (home) => ({
    body: {
      token: await makeLinkToken(home.app, 'setup'),
      email: 'anna@example.com',
      password: 'a long enough passphrase',
      organization: 'Tides',
    },
  }),
  'auth.session': () => ({}),
  'auth.switchOrganization': ({ orgId }) => ({ body: { orgId } }),
  'auth.changePassword': () => ({
    body: { currentPassword: 'a long enough passphrase', password: 'another long passphrase' },
  }),
  'auth.forgotPassword': async (home) => {
    const { email } = await home.person()
    return { body: { email } }
  },
  'auth.resetPassword': async (home) => ({
    body: { token: await home.resetToken(), password: 'another long passphrase' },
  }),
  'auth.signIn': async (home) => ({ body: await home.person() }),
  'auth.acceptInvitation': async (home) => ({
    body: { token: await home.invitationToken(), password: 'a long enough passphrase' },
  }),
  'auth.signOut': () => ({}),
  'auth.listSessions': () => ({}),
  // This is the caller's own session, whose id only the caller knows.
  'auth.endSession': () => ({ ids: ['current'] }),
  'keys.create': () => ({ body: { scopes: ['sites:read'] } }),
  'keys.list': () => ({}),
  'keys.get': async (home) => ({ ids: [await home.key()] }),
  'keys.update': async (home) => ({ ids: [await home.key()], body: { name: 'Reports' } }),
  'keys.rotate': async (home) => ({ ids: [await home.key()], body: { overlapHours: 1 } }),
  'keys.revoke': async (home) => ({ ids: [await home.key()] }),
  'auth.listGrants': () => ({}),
  // These are the caller's own grants.
  'auth.updateGrant': () => ({ ids: ['granted'], body: { readersWords: false } }),
  'auth.endGrant': () => ({ ids: ['granted'] }),
  'sites.create': (home) => ({ body: { domain: home.domain(), scan: false } }),
  'sites.list': () => ({}),
  'sites.get': onSite,
  'sites.update': ({ siteId }) => ({ ids: [siteId], body: { name: 'Coast' } }),
  'sites.config': onSite,
  'sites.install': onSite,
  'sites.manifest': onSite,
  'sites.policy': onSite,
  'sites.updatePolicy': ({ siteId }) => ({
    ids: [siteId],
    body: { policy: { rules: [{ allow: ['answer'], deny: ['train-ai'] }] } },
  }),
  'sites.delete': async (home) => ({ ids: [await home.site()] }),
  'domains.list': onSite,
  'domains.add': async (home) => {
    await home.freeDomains()
    return { ids: [home.siteId], body: { host: home.domain() } }
  },
  'domains.verify': async (home) => ({ ids: [home.siteId, await home.furtherDomain()], body: {} }),
  'domains.delete': async (home) => ({ ids: [home.siteId, await home.furtherDomain()] }),
  'scans.start': async (home) => {
    await home.app.app.services.jobs.onIdle()
    return { body: { siteId: home.siteId } }
  },
  'scans.list': ({ siteId }) => ({ query: `?siteId=${siteId}` }),
  'scans.get': async (home) => ({ ids: [await home.scan()] }),
  'scans.addresses': async (home) => ({ ids: [await home.scan()] }),
  'scans.cancel': async (home) => ({ ids: [await home.scan()] }),
  'tools.aiScore': ({ url }) => ({ body: { url, checks: ['A5'] } }),
  'sites.lastScore': onSite,
  'sites.score': ({ siteId }) => ({ ids: [siteId], body: { checks: ['A5'] } }),
  'prompts.list': onSite,
  'prompts.check': async (home) => ({ ids: [home.siteId], body: { pageId: await home.page() } }),
  'prompts.update': async (home) => ({ ids: [await home.page()], body: { state: 'disabled' } }),
  'prompts.regenerate': ({ siteId }) => ({ ids: [siteId], body: { all: true } }),
  'prompts.import': ({ siteId }) => ({
    ids: [siteId],
    body: { records: [{ path: '/', templates: [] }] },
  }),
  'prompts.export': onSite,
  'prompts.readerQuestions': onSite,
  'prompts.decideReaderQuestion': async (home) => ({
    ids: [home.siteId],
    body: { pageId: await home.page(), text: 'When is high water?', state: 'taken' },
  }),
  'rules.list': onSite,
  'rules.get': async (home) => ({ ids: [home.siteId, await home.rule()] }),
  'rules.create': ({ siteId }) => ({ ids: [siteId], body: { name: 'Tides', stop: true } }),
  'rules.update': async (home) => ({
    ids: [home.siteId, await home.rule()],
    body: { name: 'Tides' },
  }),
  'rules.delete': async (home) => ({ ids: [home.siteId, await home.rule()] }),
  'rules.reorder': async (home) => ({
    ids: [home.siteId],
    body: { ruleIds: await home.ruleIds() },
  }),
  'rules.test': ({ siteId }) => ({ ids: [siteId], body: { path: '/' } }),
  'citations.listQueries': onSite,
  'citations.createQuery': async (home) => {
    await home.citations.free()
    return { ids: [home.siteId], body: { text: `How high is ${home.domain()}?` } }
  },
  'citations.updateQuery': async (home) => ({
    ids: [home.siteId, await home.citations.query()],
    body: { tags: ['tides'] },
  }),
  'citations.deleteQuery': async (home) => ({ ids: [home.siteId, await home.citations.query()] }),
  'citations.importQueries': ({ siteId }) => ({
    ids: [siteId],
    body: { records: [{ text: 'How high is the tide?' }] },
  }),
  'citations.listSuggestions': onSite,
  'citations.acceptSuggestions': async (home) => ({
    ids: [home.siteId],
    body: { texts: [await home.citations.suggestion()] },
  }),
  'events.collect': ({ siteId }) => ({
    body: { siteId, events: [{ kind: 'impression', url: '/' }] },
  }),
  'analytics.ai': onSite,
  'analytics.readOverview': onSite,
  'analytics.readTimeseries': onSite,
  'analytics.readBreakdown': ({ siteId }) => ({ ids: [siteId], query: '?dimensions=path' }),
  'analytics.readDrivers': ({ siteId }) => ({ ids: [siteId], query: '?metrics=impressions' }),
  'analytics.aiOverSites': () => ({}),
  'analytics.readOverviewOverSites': () => ({}),
  'analytics.readTimeseriesOverSites': () => ({}),
  'analytics.readBreakdownOverSites': () => ({ query: '?dimensions=site' }),
  'analytics.readDriversOverSites': () => ({ query: '?metrics=impressions' }),
  'analytics.exportOverSites': () => ({}),
  'questions.listOfSiteOverSites': () => ({}),
  'topics.listOverSites': () => ({}),
  'analytics.readFunnel': onSite,
  'analytics.readDescription': onSite,
  'analytics.export': onSite,
  'exports.open': async (home) => ({ query: await home.link() }),
  'questions.listOfSite': onSite,
  'questions.listGaps': onSite,
  'questions.delete': async (home) => ({ ids: [home.siteId, await home.question()] }),
  'questions.deleteAll': onSite,
  'topics.list': onSite,
  'topics.get': async (home) => {
    const [topic] = await home.topics()
    return { ids: [home.siteId, topic] }
  },
  'topics.update': async (home) => {
    const [topic] = await home.topics()
    return { ids: [home.siteId, topic], body: { label: 'Tides' } }
  },
  'topics.merge': async (home) => {
    const site = await home.site()
    const [into, from] = await home.topics(site)
    return { ids: [site], body: { into, from: [from] } }
  },
  'topics.split': async (home) => {
    const { site, topic, question } = await home.splitTopic()
    return { ids: [site, topic], body: { label: 'Printing', questions: [question] } }
  },
  'pages.list': onSite,
  'pages.get': async (home) => ({ ids: [home.siteId, await home.page()] }),
  'credits.get': () => ({}),
  'credits.ledger': () => ({}),
  'org.get': () => ({}),
  'org.update': () => ({ body: { name: 'Coast' } }),
  'org.branding': () => ({}),
  'org.updateBranding': () => ({ body: { name: 'Coast' } }),
  'members.list': () => ({}),
  'members.update': async (home) => ({ ids: [await home.member()], body: { role: 'editor' } }),
  'members.remove': async (home) => ({ ids: [await home.member()] }),
  'invitations.list': () => ({}),
  'invitations.create': (home) => ({
    body: { email: `someone@${home.domain()}`, role: 'viewer' },
  }),
  'invitations.delete': async (home) => ({ ids: [await home.invitation()] }),
  'citations.startRun': async (home) => {
    await home.citations.query()
    const engines = [await home.citations.engineWithKey()]
    await home.app.app.services.jobs.onIdle()
    return { ids: [home.siteId], body: { engines } }
  },
  'citations.read': onSite,
  'citations.checks': onSite,
  'citations.check': async (home) => ({ ids: [home.siteId, await home.citations.check()] }),
  'citations.sources': onSite,
  'citations.searches': onSite,
  'citations.listRuns': onSite,
  'citations.getRun': async (home) => ({ ids: [home.siteId, await home.citations.run()] }),
  'citations.cancelRun': async (home) => ({ ids: [home.siteId, await home.citations.run()] }),
  'engines.list': () => ({}),
  'engines.setKey': () => ({ ids: ['mistral'], body: { key: 'a-key-of-mistral' } }),
  'engines.deleteKey': async (home) => ({ ids: [await home.citations.engineWithKey()] }),
  'mcp.connect': () => ({}),
  'org.assistantCalls': () => ({}),
  'audit.list': () => ({}),
  'audit.verify': () => ({}),
  'org.checkout': () => ({ body: {} }),
  'billing.receive': () => ({ body: {} }),
  'webhooks.create': async (home) => {
    await home.freeWebhooks()
    return { body: WEBHOOK }
  },
  'webhooks.list': () => ({}),
  'webhooks.get': async (home) => ({ ids: [await home.webhook()] }),
  'webhooks.update': async (home) => ({
    ids: [await home.webhook()],
    body: { description: 'Tides' },
  }),
  'webhooks.delete': async (home) => ({ ids: [await home.webhook()] }),
  'webhooks.test': async (home) => ({ ids: [await home.webhook()] }),
  'webhooks.rotateSecret': async (home) => ({
    ids: [await home.webhook()],
    body: { overlapHours: 1 },
  }),
  'webhooks.promoteSecret': async (home) => ({ ids: [await home.rotatingWebhook()] }),
  'webhooks.listDeliveries': async (home) => ({ ids: [await home.webhook()] }),
  'webhooks.getDelivery': async (home) => ({ ids: await home.delivery() }),
  'webhooks.replay': async (home) => ({ ids: await home.delivery() }),
  'webhooks.recover': async (home) => ({
    ids: [await home.webhook()],
    body: { since: '2026-11-01T00:00:00.000Z' },
  }),
  'webhooks.eventTypes': () => ({}),
  'webhooks.listEvents': () => ({}),
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Holds, for each tool, arguments with which it succeeds for a caller who may call it; `area` is what the key may read.
 */
export const SAMPLE_ARGUMENTS: Readonly<
  Record<string, (home: SampleOrganization, area: string) => Arguments | Promise<Arguments>>
> = {
  get_account: () => ({}),
  list_sites: () => ({}),
  get_site: ({ siteId }) => ({ site: siteId }),
  list_pages: ({ siteId }) => ({ site: siteId }),
  list_prompts: ({ siteId }) => ({ site: siteId }),
  list_questions: ({ siteId }) => ({ site: siteId }),
  list_rules: ({ siteId }) => ({ site: siteId }),
  list_citation_queries: ({ siteId }) => ({ site: siteId }),
  list_citation_sources: ({ siteId }) => ({ site: siteId }),
  get_citation_check: async (home) => ({
    site: home.siteId,
    checkId: await home.citations.check(),
  }),
  get_citations: ({ siteId }) => ({ site: siteId }),
  list_content_gaps: ({ siteId }) => ({ site: siteId }),
  search: () => ({ query: 'tide' }),
  // Each kind of document is read with a right of its own.
  fetch: async (home, area) => {
    const readable: Readonly<Record<string, () => Promise<string>>> = {
      analytics: async () => `topic:${(await home.topics())[0]}`,
      prompts: async () => `prompt:${await home.page()}`,
      rules: async () => `rule:${await home.rule()}`,
    }
    return { id: (await readable[area]?.()) ?? `site:${home.siteId}` }
  },
  get_overview: ({ siteId }) => ({ site: siteId }),
  get_timeseries: ({ siteId }) => ({ site: siteId }),
  get_breakdown: ({ siteId }) => ({ site: siteId, dimensions: ['path'] }),
  compare_periods: ({ siteId }) => ({ site: siteId, metrics: ['impressions'] }),
  run_funnel: ({ siteId }) => ({ site: siteId }),
  query: ({ siteId }) => ({ site: siteId, metrics: ['impressions'] }),
  describe_data: ({ siteId }) => ({ site: siteId }),
  export_data: ({ siteId }) => ({ site: siteId }),
  get_question_topics: ({ siteId }) => ({ site: siteId }),
  ...Object.fromEntries(
    Object.entries(PROTOCOL_ARGUMENTS).map(([name, args]) => [name, () => args]),
  ),
}
