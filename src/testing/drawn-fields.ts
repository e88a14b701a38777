import * as fc from 'fast-check'
import { isOneLine } from '../domain/is-one-line.ts'
import type { DrawField } from './drawn-value.ts'
import { randomQuery } from './random-queries.ts'
import type { SampleOrganization } from './sample-organization.ts'

type Draw = (home: SampleOrganization) => fc.Arbitrary<unknown>
/** A field that is left out is what the sample call says of it, or absent. */
type Hints = Readonly<Record<string, Draw | 'left out'>>

const some =
  (...values: readonly unknown[]) =>
  (): fc.Arbitrary<unknown> =>
    fc.constantFrom(...values)

/** Hints for fields that mean the same in every place, by their name. */
const COMMON: Hints = {
  link: 'left out',
  // Only a page of this server gets one.
  cookie: 'left out',
  metrics: some(['impressions'], ['impressions', 'visitors']),
  dimensions: some(['path'], ['country']),
  filters: some(
    [],
    [{ dimension: 'path', values: ['/'] }],
    [{ dimension: 'device', op: 'is_not', values: ['mobile'] }],
  ),
  // These two stand in place of range.
  from: 'left out',
  to: 'left out',
  // Only the format csv takes it.
  bom: 'left out',
  timezone: some('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  range: some('7d', '28d', 'last_week', 'this_month', 'ytd', '2026-10', '2026-11-01..2026-11-14'),
  compare: some('none', 'previous_period', 'previous_year'),
  // The first of two lies before the second.
  publishedAfter: some('2024-02-29', '2025-01-01T00:00:00+05:45'),
  publishedBefore: some('2026-01-01', '2026-11-20T12:00:00.5Z'),
  include: some([], ['/docs/*'], ['/', '/blog/*/tea']),
  exclude: some([], ['/private/*'], ['/a', '/b*']),
}

/** An id means something that exists: the sample made it. */
const isId = (name: string): boolean => /(?:^id|Ids?)$/.test(name)

const TEMPLATES = [
  { kind: 'ask', template: 'What does {{url}} say about tides?' },
  { kind: 'summarize', label: 'Sum it up', template: 'Summarize {{title}} ({{url}}).' },
]
const ofTemplates = some([TEMPLATES[0]], [TEMPLATES[1]], TEMPLATES)
const QUESTIONS = some([], ['How high is the tide?'], ['When is it low?', 'How exact are tables?'])

const RULE: Hints = {
  path: some('/docs/**', '/*', '/a/{b,c}', '**'),
  host: some('example.com', '*.example.com'),
  wordCount: some({ gte: 10 }, { lte: 0 }, { gte: 1, lte: 2_000 }),
  actions: some(
    { setTargets: ['chatgpt', 'claude'] },
    { addKinds: ['ask'], removeKinds: ['cite'], requireReview: true },
    { setTemplates: [TEMPLATES[0]], setType: 'docs', addTags: ['tides', '潮汐'] },
    { prepend: 'Read the whole page.', vars: { product: 'Tide table' }, setLanguage: 'de' },
    { excludeFromScan: true },
  ),
  stop: some(true),
}

/** A name that is what is seen of it, which no schema can say. */
const seenName: Draw = () =>
  fc.oneof(
    fc.constantFrom('Tides', '潮汐', "O'Neil & Sons", '🌊 waves'),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== '' && isOneLine(text)),
  )

const QUERY: Hints = {
  // The sample call has another one each time.
  text: 'left out',
  tags: some([], ['tides', 'How to'], ['潮汐']),
  engines: some(null, ['chatgpt'], ['Claude', 'google-ai-overview']),
  country: some(null, 'DE', 'br'),
  language: some(null, 'en', 'pt-BR'),
}

/** Fields that select answers. Ids are left out, because an unknown query or run is refused. */
const CHECKS: Hints = {
  engine: some('chatgpt', 'Perplexity', 'google-ai-overview'),
  queryId: 'left out',
  runId: 'left out',
  tag: 'left out',
}

const WEBHOOK_FIELDS: Hints = {
  url: some('https://receiver.example/', 'https://receiver.example:8443/a?b=c'),
  siteIds: some(null),
}

/** Fields that one operation takes in its own way, by their place or their name. */
const OF_OPERATION: Readonly<Record<string, Hints>> = {
  'sites.list': { range: 'left out', orderBy: 'left out' }, // of metrics alone
  'sites.create': { domain: 'left out', name: seenName },
  'sites.update': {
    aliases: some([]),
    name: seenName,
    brand: some(
      null,
      { names: ['Tide Table', '潮汐'] },
      { competitors: [{ name: 'Ebb', domains: ['ebb.example'], aliases: ['Ebb & Co.'] }] },
    ),
    citations: some(
      { schedule: 'off' },
      { schedule: 'weekly', hour: 0, weekday: 7, replicas: 2, maxCostMicros: 1 },
      { engines: ['Claude'], maxChecksPerMonth: null },
    ),
  },
  'scans.start': { url: 'left out' }, // an address of the site alone
  'sites.updatePolicy': {
    policy: some(null, {}, { rules: [{ path: '/docs/', allow: '*' }, { deny: ['train-ai'] }] }),
  },
  'domains.add': { host: (home) => fc.constant(null).map(() => `a.${home.domain()}`) },
  'domains.verify': { method: some('dns', 'file') },
  'org.update': {
    slug: some(null),
    name: seenName,
    hosts: some(null, [], ['claude.ai', 'vscode:']),
  },
  'keys.update': { scopes: 'left out', readersWords: 'left out' }, // of grants alone
  'analytics.readTimeseries': { interval: some('day', 'week', 'month') }, // hours take a short range
  'analytics.readDrivers': {
    metrics: some(['impressions']),
    compare: some('previous_period', 'previous_year'),
  },
  'org.updateBranding': {
    name: seenName,
    logoUrl: some(null, 'https://example.com/logo.svg'),
    accent: some(null, '#0a7d4f', '#A11000'),
  },
  'org.assistantCalls': {
    from: some('2026-10-01', '2026-11-10T00:00:00Z'),
    to: some('2026-11-11', '2026-11-20T12:00:00+01:00'),
    outcomeClass: 'left out', // one of its own and an outcome of another are no pair
  },
  'prompts.update': { templates: ofTemplates, questions: QUESTIONS, primaryKind: 'left out' },
  'prompts.decideReaderQuestion': { state: some('taken') }, // only what was asked can be let
  'citations.importQueries': {
    records: () =>
      fc.array(fc.record({ text: fc.constantFrom('How high is the tide?', 'When is it low?') }), {
        minLength: 1,
        maxLength: 3,
      }),
  },
  'prompts.import': {
    records: () =>
      fc.array(
        fc.record(
          {
            path: fc.constantFrom('/', '/none'),
            templates: ofTemplates(),
            state: fc.constantFrom('draft', 'active'),
          },
          { requiredKeys: ['path', 'templates'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
  },
  'citations.createQuery': QUERY,
  'citations.updateQuery': QUERY,
  'citations.acceptSuggestions': { texts: 'left out', tags: some([], ['tides']) },
  'citations.read': CHECKS,
  'citations.checks': CHECKS,
  'citations.sources': CHECKS,
  'citations.searches': CHECKS,
  'citations.listQueries': { tag: some('tides', '潮汐') },
  'rules.create': RULE,
  'rules.update': RULE,
  'rules.test': {
    path: some('/', '/docs/a%20b'),
    rule: some({ stop: true, match: { type: 'docs' } }, { actions: { excludeFromScan: true } }),
  },
  'sites.score': { parity: 'left out' }, // it takes a site on which the widget was seen
  // Those of the sample: others are not configured, have no query, or are of no known price.
  'citations.startRun': { engines: 'left out', tags: 'left out', maxCostMicros: 'left out' },
  'engines.setKey': {
    baseUrl: some(null, 'https://engines.example/v1', 'https://engines.example:8443'),
    model: some(null, 'small-1'),
  },
  'webhooks.create': WEBHOOK_FIELDS,
  'webhooks.update': WEBHOOK_FIELDS,
  'webhooks.listDeliveries': { status: some('delivered', 'http_500', 'dns') },
  'webhooks.recover': {
    since: some('2026-11-01T00:00:00.000Z', '2026-11-10T01:00:00+01:00'),
    until: some('2027-01-01T00:00:00.000Z'), // before its creation a subscription has heard of nothing
  },
  'topics.merge': { into: 'left out', from: 'left out' },
  'topics.split': { label: 'left out', questions: 'left out' },
}

const collected = fc
  .record(
    {
      kind: fc.constantFrom(
        'impression',
        'ai_click',
        'share',
        'question',
        'referral',
        'pageview',
        'feedback',
      ),
      url: fc.constantFrom('/', '/tea?x=1', '/Füße', '/%E6%BD%AE', '/a//b#c'),
      title: fc
        .string({ unit: 'binary', maxLength: 40 })
        .filter((text) => text.isWellFormed() && !text.includes('\0')),
      method: fc.constantFrom('copy_link', 'email'),
      visibleMs: fc.nat(86_400_000),
      language: fc.constantFrom('en', 'pt-BR', 'x'),
      referrer: fc.constantFrom(
        'https://chatgpt.com/',
        'https://www.google.com/search?q=x',
        'nowhere',
        '',
      ),
    },
    { requiredKeys: ['kind', 'url'] },
  )
  .map((event) => ({ ...event, question: 'How high is the tide?', target: 'claude', rating: 'up' }))

const queries: Draw = () =>
  randomQuery.map(({ metrics, dimensions, filters, having, limit }) => {
    const range = dimensions.includes('time:hour') ? '7d' : '28d'
    return { metrics, dimensions, filters, having, limit, range }
  })

/** Bodies and queries whose fields depend on one another. */
const WHOLE: Readonly<Record<string, Draw>> = {
  'events.collect': () =>
    fc.record({ events: fc.array(collected, { minLength: 1, maxLength: 5 }) }),
  'analytics.ai': queries,
  'analytics.export': queries,
}

/** Operations whose success takes a state that no sample organization has; their own tests bring it about. */
export const SUCCEED_ELSEWHERE: ReadonlySet<string> = new Set([
  'auth.setup', // before there is any organization
  'billing.receive', // signed, where a payment gateway is set up
  'auth.changePassword', // by a person who signed in with a password
])

/** Lists whose items are judged one by one: an answer of success reports what is wrong with an item. */
export const JUDGED_ONE_BY_ONE: Readonly<Record<string, string>> = {
  'prompts.import': 'records',
  'citations.importQueries': 'records',
}

/** Says what the fields of an operation take, where their schemas alone do not. */
export function fieldHints(operation: string, home: SampleOrganization): DrawField {
  const own = OF_OPERATION[ofOneSite(operation)] ?? {}
  return (place) => {
    const name = place.split('.').at(-1) ?? ''
    const hint = own[place] ?? own[name] ?? COMMON[name] ?? (isId(name) ? 'left out' : undefined)
    return hint === undefined || hint === 'left out' ? hint : hint(home)
  }
}

/** Draws all fields of an operation at once; undefined where each can be drawn by itself. */
export const wholeInput = (
  operation: string,
  home: SampleOrganization,
): fc.Arbitrary<unknown> | undefined => WHOLE[ofOneSite(operation)]?.(home)

/** Returns the operation about one site: the operation about several sites takes the same fields. */
const ofOneSite = (operation: string): string => operation.replace(/OverSites$/, '')
