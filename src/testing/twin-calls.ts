import type { Arguments } from './ask-tool.ts'
import type { Twin } from './twin-organizations.ts'

interface TwinCall {
  ids: (twin: Twin) => string[]
  query?: string
  body?: Arguments
}

/** For each route with an id in its path: the ids of A that fit, and the body of a call that would work. */
export const CALLS_BY_ROUTE: Readonly<Record<string, TwinCall>> = {
  'members.update': { ids: ({ memberId }) => [memberId], body: { role: 'viewer' } },
  'members.remove': { ids: ({ memberId }) => [memberId] },
  'invitations.delete': { ids: ({ invitationId }) => [invitationId] },
  'domains.list': { ids: ({ sites }) => [sites.own, sites.shared] },
  'domains.add': { ids: ({ sites }) => [sites.own, sites.shared], body: { host: 'a.test.com' } },
  'domains.verify': { ids: ({ sites }) => [sites.own, sites.shared], body: {} },
  'domains.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'keys.get': { ids: ({ keyId }) => [keyId] },
  'keys.update': { ids: ({ keyId }) => [keyId], body: { name: 'Taken' } },
  'keys.rotate': { ids: ({ keyId }) => [keyId], body: { overlapHours: 0 } },
  'keys.revoke': { ids: ({ keyId }) => [keyId] },
  'webhooks.get': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.update': { ids: ({ webhookId }) => [webhookId], body: { description: 'Taken' } },
  'webhooks.test': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.rotateSecret': { ids: ({ webhookId }) => [webhookId], body: {} },
  'webhooks.promoteSecret': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.listDeliveries': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.getDelivery': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.replay': { ids: ({ webhookId }) => [webhookId] },
  'webhooks.recover': {
    ids: ({ webhookId }) => [webhookId],
    body: { since: '2026-11-01T00:00:00.000Z' },
  },
  'webhooks.delete': { ids: ({ webhookId }) => [webhookId] },
  // Engines are the same for everybody: their names are no ids of anybody's.
  'engines.setKey': { ids: () => [], body: { key: 'a-key-of-mistral' } },
  'engines.deleteKey': { ids: () => [] },
  'auth.updateGrant': { ids: ({ grantId }) => [grantId], body: { readersWords: false } },
  'auth.endGrant': { ids: ({ grantId }) => [grantId] },
  'auth.endSession': { ids: ({ sessionId }) => [sessionId] },
  'sites.get': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.lastScore': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.score': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.update': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { name: 'Taken', questions: 'off' },
  },
  'sites.install': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.policy': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.updatePolicy': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { policy: { rules: [{ path: '/taken/', deny: '*' }] } },
  },
  'pages.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'pages.get': { ids: ({ sites }) => [sites.own, sites.shared] },
  'scans.get': { ids: ({ scanId }) => [scanId] },
  'scans.addresses': { ids: ({ scanId }) => [scanId] },
  'scans.cancel': { ids: ({ scanId }) => [scanId] },
  'prompts.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'prompts.check': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { pageId: 'pg_1' },
  },
  'prompts.update': { ids: ({ pages }) => pages, body: { state: 'disabled' } },
  'prompts.regenerate': { ids: ({ sites }) => [sites.own, sites.shared], body: { all: true } },
  'prompts.import': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { records: [{ path: '/', templates: [] }] },
  },
  'prompts.readerQuestions': { ids: ({ sites }) => [sites.own, sites.shared] },
  'prompts.decideReaderQuestion': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { pageId: 'pg_none', text: 'What of alder?', state: 'let' },
  },
  'prompts.export': { ids: ({ sites }) => [sites.own, sites.shared] },
  'rules.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'rules.get': { ids: ({ sites }) => [sites.own, sites.shared] },
  'rules.create': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { name: 'Taken', stop: true },
  },
  'rules.update': { ids: ({ sites }) => [sites.own, sites.shared], body: { name: 'Taken' } },
  'rules.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'rules.reorder': { ids: ({ sites }) => [sites.own, sites.shared], body: { ruleIds: [] } },
  'rules.test': { ids: ({ sites }) => [sites.own, sites.shared], body: { path: '/' } },
  'citations.listQueries': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'citations.createQuery': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { text: 'Is it taken?' },
  },
  'citations.updateQuery': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { tags: ['taken'] },
  },
  'citations.deleteQuery': { ids: ({ sites }) => [sites.own, sites.shared] },
  'citations.importQueries': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { records: [{ text: 'Is it taken?' }] },
  },
  'citations.listSuggestions': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'citations.acceptSuggestions': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { texts: ['Is it taken?'] },
  },
  'citations.startRun': { ids: ({ sites }) => [sites.own, sites.shared], body: {} },
  'citations.listRuns': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'citations.getRun': { ids: ({ sites }) => [sites.own, sites.shared] },
  'citations.cancelRun': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'analytics.ai': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'analytics.readOverview': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'analytics.readTimeseries': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'analytics.readBreakdown': {
    ids: ({ sites, domain }) => [sites.own, sites.shared, domain],
    query: '?dimensions=path',
  },
  'analytics.readDrivers': {
    ids: ({ sites, domain }) => [sites.own, sites.shared, domain],
    query: '?metrics=impressions',
  },
  'analytics.readFunnel': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'analytics.readDescription': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'topics.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'topics.get': { ids: ({ sites }) => [sites.own, sites.shared] },
  'topics.update': { ids: ({ sites }) => [sites.own, sites.shared], body: { label: 'Taken' } },
  'topics.merge': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { into: 'top_1', from: ['top_2'] },
  },
  'topics.split': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { label: 'Taken', questions: ['qst_1'] },
  },
  'questions.listOfSite': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'questions.listGaps': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'questions.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'questions.deleteAll': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'analytics.export': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
}
