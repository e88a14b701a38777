import { WORLD_PASSWORD } from './make-people.ts'

type Fields = Readonly<Record<string, unknown>>

const OTHER_PASSWORD = 'another long passphrase'
const POLICY = { rules: [{ path: '/guides/', allow: ['answer'] }, { deny: ['train-ai'] }] }
const RULE = {
  name: 'Faq',
  match: { path: '/faq', wordCount: { gte: 1 } },
  actions: { addTags: ['questions'], setTargets: ['claude', 'chatgpt'] },
}

/** Fields with which each route that takes a body succeeds, by its method and path. */
export const WRITE_BODIES: Readonly<Record<string, Fields>> = {
  'POST /auth/setup': {
    token: '<secret:reset>',
    email: 'bert@people.example',
    password: WORLD_PASSWORD,
    organization: 'Bert',
  },
  'POST /auth/sign-in': { email: 'anna@people.example', password: WORLD_PASSWORD },
  'POST /auth/invitations/accept': { token: '<secret:invitation>', password: WORLD_PASSWORD },
  'PUT /auth/session': { orgId: '<org:coast>' },
  'PUT /auth/password': { currentPassword: WORLD_PASSWORD, password: OTHER_PASSWORD },
  'POST /auth/password/forgot': { email: 'anna@people.example' },
  'POST /auth/password/reset': { token: '<secret:reset>', password: OTHER_PASSWORD },
  'POST /keys': {
    scopes: ['sites:read', 'rules:write'],
    name: 'Reports',
    siteIds: ['<site:dunes>'],
  },
  'PUT /keys/:id': { name: 'Renamed' },
  'PUT /auth/grants/:id': { siteIds: ['<site:dunes>'], readersWords: false },
  'POST /keys/:id/rotate': { overlapHours: 1 },
  'POST /sites': { domain: 'new.example', name: 'New', timezone: 'Asia/Tokyo', scan: false },
  'PUT /sites/:id': {
    name: 'Coast',
    brand: { names: ['Coast Tea'], competitors: [{ name: 'Dune', domains: ['dune.example'] }] },
    privacy: { questions: 'topic_only' },
    widget: { mode: 'button' },
  },
  'PUT /sites/:id/policy': { policy: POLICY },
  'POST /sites/:id/domains': { host: 'further.example' },
  'POST /sites/:id/domains/:domainId/verify': { method: 'dns' },
  'POST /scan': { siteId: '<site:coast>', include: ['/guides*'], maxPages: 3 },
  'POST /tools/ai-score': { url: 'http://coast.example:8480/faq', checks: ['A5'] },
  'POST /sites/:siteId/score': { checks: ['A5'] },
  'POST /prompts/:siteId/check': {
    pageId: '<pg:/faq>',
    templates: [{ kind: 'summarize', template: 'Summarize {{title}} ({{url}}).' }],
  },
  'PUT /prompts/:id': {
    templates: [{ kind: 'ask', template: 'What does {{url}} say about milk?' }],
    questions: ['When does the milk go in?'],
  },
  'POST /prompts/:siteId/regenerate': { pageIds: ['<pg:/tee>'] },
  'POST /prompts/:siteId/import': {
    records: [
      { path: '/tee', templates: [{ kind: 'ask', template: 'Was sagt {{url}} über Tee?' }] },
      { path: '/nowhere', templates: [] },
    ],
  },
  'POST /rules/:siteId': RULE,
  'PUT /rules/:siteId/:ruleId': { description: null, stop: true },
  'POST /rules/:siteId/reorder': { ruleIds: ['<rul:2>', '<rul:1>', '<rul:3>'] },
  'POST /rules/:siteId/test': { path: '/guides/white-tea', rule: RULE },
  'POST /citations/:siteId/queries': {
    text: 'Which white tea is mild?',
    tags: ['tea'],
    engines: ['ChatGPT'],
    country: 'DE',
  },
  'PUT /citations/:siteId/queries/:queryId': { tags: ['milk'], enabled: false },
  'POST /citations/:siteId/queries/import': {
    records: [{ text: 'How long does oolong steep?' }, { text: 'x' }],
  },
  'POST /citations/:siteId/suggestions/accept': { texts: ['green tea'] },
  'POST /collect': {
    siteId: '<site:coast>',
    events: [{ eventId: 'c-1', kind: 'impression', url: '/guides', title: 'Guides' }],
  },
  'PUT /topics/:siteId/:topicId': { label: 'Steeping' },
  'POST /topics/:siteId/merge': { into: '<top:1>', from: ['<top:2>'] },
  'POST /topics/:siteId/:topicId/split': { label: 'Water', questions: ['<kept:question>'] },
  'PUT /org': { name: 'Coast and Dunes', slug: 'coast-dunes' },
  'PUT /org/branding': { name: 'Coast', logoUrl: 'https://coast.example/logo.svg' },
  'PUT /org/members/:id': { role: 'editor' },
  'POST /org/invitations': { email: 'fourth@guests.example', role: 'admin' },
  'POST /webhook-subscriptions': {
    url: 'https://receiver.example/hook',
    events: ['scan.failed', 'invoice.paid'],
    description: 'New',
    paused: true,
  },
  'PUT /webhook-subscriptions/:id': { description: 'Changed', includeEventId: false },
  'POST /webhook-subscriptions/:id/rotate-secret': { overlapHours: 1 },
  'POST /webhook-subscriptions/:id/recover': { since: '2026-11-01T00:00:00.000Z', only: 'all' },
  'POST /org/checkout': {},
  'POST /billing/webhook': {},
}
