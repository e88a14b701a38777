import { createHash } from 'node:crypto'
import type { EngineQuestion } from '../../../domain/citations/ask-engine.ts'
import { NO_BRAND, type Brand } from '../../../domain/citations/brand.ts'
import type { CitedSource, EngineAnswer } from '../../../domain/citations/engine-answer.ts'
import { boundedAnswer } from './wire.ts'

/** The site that invented answers speak of. */
export interface FakeSubject {
  /** A text, such as the id of a run, that changes the answers to a question. */
  seed: string
  /** Hosts of the site. */
  hosts: readonly string[]
  brand: Brand
}

const NOBODY: FakeSubject = { seed: '', hosts: [], brand: NO_BRAND }

export const FAKE_SETUP = 'invented answers'

/** Sites that do not exist, under a domain that is reserved for examples. */
const OTHERS = ['guides', 'reviews', 'forum', 'daily-news', 'encyclopedia', 'tests'].map(
  (name) => ({ name, host: `${name}.example` }),
)

const PATHS = ['/', '/guide', '/faq', '/blog/overview', '/compare']

/** The states of the five in a hundred answers that cannot be counted; the other answers are `ok`. */
const ODD_STATES = ['no_answer', 'no_answer', 'refused', 'truncated', 'sources_missing'] as const

interface Voice {
  name: string
  host: string
}

/**
 * Invents an answer; the same question, replica and seed get the same one. How often a question cites the site depends
 * on the question alone, so that questions differ and repetitions of one are alike.
 */
export function inventAnswer(
  { text, country, language, replica = 1 }: EngineQuestion,
  { seed, hosts, brand }: FakeSubject = NOBODY,
): EngineAnswer {
  const lasting = chances(JSON.stringify(['question', text, country, language]))
  const chance = chances(JSON.stringify([seed, text, country, language, replica]))
  const ownRate = 0.1 + 0.7 * lasting()
  const [rivalRate, nameRate] = [0.2 + 0.5 * lasting(), 0.2 + 0.6 * lasting()]
  const [host] = hosts
  const own: Voice[] = host === undefined ? [] : [{ name: brand.names[0] ?? host, host }]
  const rivals = brand.competitors.flatMap(({ name, domains: [domain] }) =>
    domain === undefined ? [] : [{ name, host: domain }],
  )
  const odd = ODD_STATES[Math.floor(chance() * 100)] ?? 'ok'
  const cited = shuffled(
    [
      ...own.filter(() => chance() < ownRate),
      ...rivals.filter(() => chance() < rivalRate),
      ...OTHERS.filter(() => chance() < 0.4),
    ],
    chance,
  )
  const named = [...own, ...rivals].filter(() => chance() < nameRate)
  const written = write(text, {
    cited: cited.length > 0 ? cited : OTHERS.slice(0, 1),
    named,
    chance,
  })
  return boundedAnswer({ ...written, ...changesOf(odd, written), searchQueries: [text] })
}

type Written = Pick<
  EngineAnswer,
  'state' | 'servedModel' | 'text' | 'retrieval' | 'cited' | 'retrieved' | 'usage'
>

/** Returns the fields in which an invented answer of this state differs from a complete one. */
function changesOf(
  state: EngineAnswer['state'],
  { text }: Written,
): Partial<Pick<EngineAnswer, 'state' | 'text' | 'cited' | 'retrieved'>> {
  switch (state) {
    case 'ok':
      return {}
    case 'no_answer':
      return { state, text: '', cited: [], retrieved: [] }
    case 'refused':
      return { state, text: 'I cannot help with that.', cited: [], retrieved: [] }
    case 'truncated':
      return { state, text: text.slice(0, text.length / 2), cited: [] }
    case 'sources_missing':
      return { state, cited: [], retrieved: [] }
  }
}

interface Choices {
  cited: readonly Voice[]
  named: readonly Voice[]
  chance: () => number
}

const MAX_TOPIC = 120

/**
 * Makes the text of an invented answer: one sentence for each source, which is cited for it, and then sentences that
 * name brands.
 */
function write(question: string, { cited, named, chance }: Choices): Written {
  const topic = question.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TOPIC).toWellFormed()
  let text = `Here is what is known about “${topic}”.`
  const sources = cited.map(({ host }): CitedSource => {
    const sentence = `${host} explains it in detail.`
    const start = text.length + 1
    text += ` ${sentence}`
    const path = PATHS[Math.floor(chance() * PATHS.length)] ?? '/'
    const span = { start, end: start + sentence.length }
    const url = `https://${host}${path}`
    return { url, title: `About ${topic}`, host: null, citedText: null, spans: [span] }
  })
  for (const { name } of named) {
    text += chance() < 0.5 ? ` We recommend ${name}.` : ` Many people also ask about ${name}.`
  }
  const retrieved = [...sources, ...OTHERS.map(({ host }) => ({ url: `https://${host}/` }))]
  return {
    state: 'ok',
    servedModel: 'fake-1',
    text,
    retrieval: 'searched',
    cited: sources,
    retrieved: retrieved.map(({ url }) => ({ url, title: null, host: null })),
    usage: { inputTokens: topic.length, outputTokens: text.length, searches: 1 },
  }
}

function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  const ranked = items.map((item) => ({ item, rank: chance() }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}

/** Makes the function that returns the next of numbers from 0 to below 1; they are always the same for one text. */
function chances(text: string): () => number {
  let block = createHash('sha256').update(text).digest()
  let place = 0
  return () => {
    if (place + 4 > block.length) {
      block = createHash('sha256').update(block).digest()
      place = 0
    }
    const number = block.readUInt32BE(place)
    place += 4
    return number / 2 ** 32
  }
}
