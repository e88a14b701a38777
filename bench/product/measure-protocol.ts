/** The protocol's functions by themselves, as plain JavaScript: prints how many run a second, as JSON. */
import {
  buildLink,
  compilePolicy,
  evaluatePolicy,
  readAsk,
  readPolicy,
} from '../../src/protocol/index.ts'

const RULES = 100
const RUNS = 20_000
const WARM_UP_ROUNDS = 2
const PROMPT = `Summarize “Tea at noon” in five bullet points.

Source: https://example.com/post/1
Answer from the sources listed above, cite each one you use by its URL, and say so if you cannot open one.
Quote no more than 300 characters from any one source.`

export interface ProtocolMeasurements {
  /** The runs a second of each function, one figure for each round. */
  perSecondByName: Record<string, number[]>
}

/** Rules of each form, for all and for some targets. */
const read = readPolicy({
  rules: Array.from({ length: RULES }, (_, n) => ({
    path: [`/part-${n}/`, `/*/part-${n}/*.html$`, `/part-${n}/old`][n % 3],
    targets: n % 4 === 0 ? ['chatgpt', 'claude'] : '*',
    allow: ['answer', 'summarize', 'search'],
    deny: n % 2 === 0 ? ['train-ai', 'quote'] : ['train-ai'],
  })),
})
if (!read.ok) throw new Error('The policy of the benchmark is none')
const policy = compilePolicy(read.value)

const readSummary = readAsk({
  id: 'summary',
  intent: 'summarize',
  template: 'Summarize “{title}” in {points} bullet points.',
  variables: { points: { default: 'five', maxLength: 12 } },
})
if (!readSummary.ok) throw new Error('The Cited Ask of the benchmark is none')
const ask = readSummary.value

const WORK: Readonly<Record<string, (run: number) => number>> = {
  encodeURIComponent: (run) => encodeURIComponent(PROMPT + run).length,
  evaluatePolicy: (run) =>
    evaluatePolicy(policy, {
      target: 'chatgpt',
      use: 'answer',
      url: `https://example.com/part-${run % RULES}/page-${run}.html`,
    }).decision.length,
  buildLink: (run) =>
    buildLink({
      ask,
      target: 'chatgpt',
      page: {
        url: `https://example.com/part-${run % RULES}/page-${run}.html`,
        title: `Tea at noon ${run}`,
        site: 'Example',
      },
      policy,
    }).kind.length,
}

function perSecond(work: (run: number) => number): number {
  const startedAt = performance.now()
  let sum = 0
  for (let run = 0; run < RUNS; run++) sum += work(run)
  if (sum === 0) throw new Error('Nothing was done')
  return (RUNS * 1_000) / (performance.now() - startedAt)
}

const measured: ProtocolMeasurements = { perSecondByName: {} }
for (let round = -WARM_UP_ROUNDS; round < Number(process.argv[2]); round++) {
  for (const [name, work] of Object.entries(WORK)) {
    const figure = perSecond(work)
    if (round >= 0) (measured.perSecondByName[name] ??= []).push(figure)
  }
}
process.stdout.write(JSON.stringify(measured))
