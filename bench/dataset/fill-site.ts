import type { SqliteConnection } from '../../db/sqlite/connect.ts'
import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import { hashOfWording } from '../../src/domain/topics/wording.ts'
import { createDraw, createZipf } from './draw.ts'
import { questionText } from './question-text.ts'

const DAYS = 365
const DAY_MS = 86_400_000
const MAX_PAGES = 2_000
const TOPICS = 50

const ENGINES = [
  'chatgpt',
  'perplexity',
  'gemini',
  'claude',
  'copilot',
  'grok',
  'deepseek',
  'mistral',
  'you',
  'meta',
]
const DEVICES = ['mobile', 'desktop', 'tablet']
const METHODS = ['copy_link', 'copy_prompt', 'native']
const CHANNELS = ['search', 'direct', 'ai', 'referral', 'social', 'internal']

/** Numbers of the words that events point to. */
export interface Terms {
  engines: number[]
  referrers: number[]
  countries: number[]
  devices: number[]
}

/**
 * Adds the terms that every site shares: ten engines, three devices, sixty countries, five hundred hosts. The commonest
 * come first, since they were met first.
 */
export function makeTerms(db: SqliteConnection): Terms {
  const insert = db.prepare('INSERT INTO term (value) VALUES (?)')
  const all = (values: string[]) => values.map((value) => Number(insert.run(value).lastInsertRowid))
  return {
    engines: all(ENGINES),
    devices: all(DEVICES),
    countries: all(
      Array.from({ length: 60 }, (_, i) => letter(i % 26) + letter(Math.floor(i / 26))),
    ),
    referrers: all(Array.from({ length: 500 }, (_, i) => `host${i}.example`)),
  }
}

const letter = (n: number): string => String.fromCodePoint(65 + n)

/** Kinds by their share: impressions, clicks, shares, questions, referrals, page views. */
const KINDS: readonly [kind: number, until: number][] = [
  [1, 0.8],
  [2, 0.87],
  [3, 0.91],
  [4, 0.95],
  [5, 0.98],
  [6, 1],
]

interface Site {
  siteNum: number
  events: number
  endMs: number
}

/** Writes a year of one site in the order of the key, with about four events a reader and day. */
export function fillSite(db: SqliteConnection, terms: Terms, site: Site): void {
  const pageCount = Math.min(MAX_PAGES, Math.max(20, Math.floor(site.events / 50)))
  const rows = statements(db)
  db.transaction(() => {
    const pages = makePages(rows, site.siteNum, pageCount, site.endMs)
    const facets = makeFacets(rows, site.siteNum)
    const topics = makeTopics(rows, site.siteNum, site.endMs)
    const write = eventWriter(
      rows,
      site.siteNum,
      drawer(site.siteNum, terms, pages, facets),
      topics,
    )
    const perDay = Math.max(1, Math.round(site.events / DAYS))
    const draw = createDraw(site.siteNum)
    for (let day = 0; day < DAYS; day++) {
      const startMs = site.endMs - (DAYS - day) * DAY_MS
      const times = Float64Array.from({ length: perDay }, () => Math.floor(draw() * DAY_MS))
      for (const time of times.toSorted()) write(startMs + time, day, Math.ceil(perDay / 4))
    }
  })()
}

/** Random values of one event. */
interface Drawn {
  kind: number
  page: number
  engine: number
  referrer: number
  country: number
  device: number
  facet: number
}

const QUESTION = 4
const WITH_ENGINE = new Set([2, QUESTION, 5])

function drawer(siteNum: number, terms: Terms, pages: number[], facets: number[]) {
  const draw = createDraw(siteNum * 7_919)
  const zipf = (values: readonly number[]): (() => number) => {
    const pick = createZipf(values.length)
    return () => values[pick(draw())] ?? 0
  }
  const [page, engine] = [zipf(pages), zipf(terms.engines)]
  const [referrer, country] = [zipf(terms.referrers), zipf(terms.countries)]
  const even = (values: readonly number[], from: number, count: number): number =>
    values[from + Math.floor(draw() * count)] ?? 0
  const next = (): Drawn => {
    const chance = draw()
    const kind = KINDS.find(([, until]) => chance < until)?.[0] ?? 1
    return {
      kind,
      page: page(),
      engine: WITH_ENGINE.has(kind) ? engine() : 0,
      referrer: draw() < 0.7 ? referrer() : 0,
      country: country(),
      device: even(terms.devices, 0, 3),
      facet: kind === 3 ? even(facets, 0, 3) : even(facets, 3, 6),
    }
  }
  return { draw, next }
}

function eventWriter(
  rows: Rows,
  siteNum: number,
  { draw, next }: ReturnType<typeof drawer>,
  topics: readonly number[],
) {
  const visitor = Buffer.alloc(6)
  const wordings = new BoundedMap<string, number>(Number.POSITIVE_INFINITY)
  return (at: number, day: number, readers: number): void => {
    const { kind, page, engine, referrer, country, device, facet } = next()
    const reader = Math.floor(draw() * readers) + 1
    visitor.writeUInt32BE(Math.imul(reader, 2_654_435_761) >>> 0, 0)
    visitor.writeUInt16BE(day, 4)
    const rest = [kind, visitor, page, engine, referrer, country, device, facet]
    let seq = kind === QUESTION ? Math.floor(draw() * 4_294_967_296) : 0
    while (rows.event.run(siteNum, at, seq, ...rest).changes === 0) seq++
    if (kind !== QUESTION) return
    const text = questionText(draw)
    const topic = topics[Math.floor(draw() * topics.length)] ?? 0
    const wording = wordings.getOrMake(text, () => {
      const hash = hashOfWording(text)
      return Number(rows.wording.run(siteNum, hash, topic, at).lastInsertRowid)
    })
    const question = [siteNum, at, seq, page, engine, text, NO_HASH, visitor, wording]
    const { lastInsertRowid } = rows.question.run(...question)
    rows.questionText.run(lastInsertRowid, `s${siteNum}`, text)
  }
}

/** The empty hash that the product keeps with a question that has a wording. */
const NO_HASH = Buffer.alloc(0)

function statements(db: SqliteConnection) {
  return {
    event: db.prepare(
      'INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    question: db.prepare(
      'INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, visitor, wording_num) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    wording: db.prepare(
      'INSERT INTO wording (site_num, hash, topic_num, asked, first_at) VALUES (?, ?, ?, 1, ?)',
    ),
    questionText: db.prepare('INSERT INTO question_text (rowid, site, text) VALUES (?, ?, ?)'),
    page: db.prepare(
      'INSERT INTO page (id, site_num, path, url, title, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    pageText: db.prepare('INSERT INTO page_text (rowid, site, title, path) VALUES (?, ?, ?, ?)'),
    facet: db.prepare(
      'INSERT INTO facet (site_num, facet_key, method, channel) VALUES (?, ?, ?, ?)',
    ),
    topic: db.prepare(
      'INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at) VALUES (?, ?, ?, 0, 0, ?)',
    ),
  }
}

type Rows = ReturnType<typeof statements>

function makePages(rows: Rows, siteNum: number, count: number, endMs: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const path = `/section-${i % 40}/article-${i}`
    const url = `https://site${siteNum}.bench.example${path}`
    const id = `pg_${siteNum}_${i}`
    const title = `Article ${i}`
    const num = Number(rows.page.run(id, siteNum, path, url, title, endMs, endMs).lastInsertRowid)
    rows.pageText.run(num, `s${siteNum}`, title, `section article ${i}`)
    return num
  })
}

/** Three ways of sharing, then six channels. */
const makeFacets = (rows: Rows, siteNum: number): number[] =>
  [
    ...METHODS.map((method) => ({ method, channel: 'direct' })),
    ...CHANNELS.map((channel) => ({ method: null, channel })),
  ].map(({ method, channel }) =>
    Number(
      rows.facet.run(siteNum, JSON.stringify({ method, channel }), method, channel).lastInsertRowid,
    ),
  )

const makeTopics = (rows: Rows, siteNum: number, endMs: number): number[] =>
  Array.from({ length: TOPICS }, (_, i) =>
    Number(rows.topic.run(`top_${siteNum}_${i}`, siteNum, `Topic ${i}`, endMs).lastInsertRowid),
  )
