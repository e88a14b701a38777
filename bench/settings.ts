import { parseArgs } from 'node:util'

/** These suites run when none is named; the others need a dataset of a gigabyte. */
const DEFAULTS = ['mcp', 'rest', 'collect', 'start'] as const
const SUITES = [
  ...DEFAULTS,
  'analytics',
  'heavy',
  'export',
  'scan',
  'retrieval',
  'search',
  'rules',
  'protocol',
  'webhooks',
  'citations',
  'widget',
  'app',
  'page-ranks',
  'page-types',
  'main-text',
] as const
export type Suite = (typeof SUITES)[number]

export interface Settings {
  suites: readonly Suite[]
  /** Interleaved rounds of all variants. */
  rounds: number
  /** Measured requests of a variant and round. */
  requests: number
  /** Requests of a variant before the first round. */
  warmup: number
  connections: number
  /** Seeded events a day, for 30 days. */
  eventsPerDay: number
  /** Events of the large dataset. */
  events: number
  /** Stored checks of the Citation Monitor that numbers are counted over. */
  checks: number
  /** Folder of the large dataset; by default one below the system's temporary folder. */
  data: string | undefined
  /** JSON of pages and their questions, for `retrieval`. */
  corpus: string | undefined
  /** Folder of real sites with the `serve.mjs` that serves each by its name. */
  sites: string | undefined
  /** True prints every page of `main-text`, not the worst alone. */
  everyPage: boolean
  /** True leaves the product out, for work on the harness. */
  baselinesOnly: boolean
}

export const USAGE = `tsx bench/run.ts [mcp|rest|collect|start|analytics|heavy|export|scan|retrieval|rules|protocol|webhooks|citations|widget|app|page-ranks|page-types|search|main-text]... [--rounds 5] [--requests 2000]
  [--warmup 3000] [--connections 32] [--events-per-day 2000] [--baselines-only]
  [--events 10000000] [--data FOLDER] [--checks 1000000]
  [--corpus FILE] [--sites FOLDER] [--every-page]
`

/** Minutes on two quiet cores, with the default rounds. */
const EXPECTED_MINUTES: Readonly<Record<Suite, number>> = {
  mcp: 3,
  rest: 2,
  collect: 1.5,
  start: 0.5,
  analytics: 12,
  heavy: 5,
  export: 5,
  scan: 3,
  retrieval: 2,
  search: 1.5,
  rules: 0.5,
  protocol: 0.5,
  webhooks: 5,
  citations: 7,
  widget: 0.5,
  app: 1,
  'page-ranks': 1,
  'page-types': 0.5,
  'main-text': 1,
}

/** Says how long a run takes. */
export function expectedDuration({ suites }: Settings): string {
  const minutes = suites.reduce((sum, suite) => sum + EXPECTED_MINUTES[suite], 0)
  return `about ${Math.ceil(minutes)} min on two quiet cores, several times that on busy ones`
}

/** Throws a TypeError with a readable message when `args` do not fit `USAGE`. */
export function parseSettings(args: string[]): Settings {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '2000' },
      warmup: { type: 'string', default: '3000' },
      connections: { type: 'string', default: '32' },
      'events-per-day': { type: 'string', default: '2000' },
      events: { type: 'string', default: '10000000' },
      checks: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      corpus: { type: 'string' },
      sites: { type: 'string' },
      'every-page': { type: 'boolean', default: false },
      'baselines-only': { type: 'boolean', default: false },
    },
  })
  return {
    suites: positionals.length === 0 ? DEFAULTS : positionals.map(toSuite),
    rounds: toCount('rounds', values.rounds),
    requests: toCount('requests', values.requests),
    warmup: toCount('warmup', values.warmup),
    connections: toCount('connections', values.connections),
    eventsPerDay: toCount('events-per-day', values['events-per-day']),
    events: toCount('events', values.events),
    checks: toCount('checks', values.checks),
    data: values.data,
    corpus: values.corpus,
    sites: values.sites,
    everyPage: values['every-page'],
    baselinesOnly: values['baselines-only'],
  }
}

function toSuite(word: string): Suite {
  const suite = SUITES.find((known) => known === word)
  if (suite === undefined) throw new TypeError(`No suite ${word}; there are ${SUITES.join(', ')}`)
  return suite
}

function toCount(option: string, text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new TypeError(`--${option} must be a whole number above 0, not ${text}`)
  }
  return count
}
