import { expect, it } from 'vitest'
import { Sqlite } from '../binding.ts'
import type { SqliteConnection } from '../connect.ts'
import { NearTopics } from './near-topics.ts'

/** Topics of one site, each with the pairs that it began with. */
function openTopics(topics: readonly (readonly number[])[]) {
  const connection = new Sqlite(':memory:')
  connection.exec(`
    CREATE TABLE topic (num INTEGER PRIMARY KEY, bigrams INTEGER);
    CREATE TABLE topic_bigram (site_num INTEGER, bigram INTEGER, topic_num INTEGER,
      PRIMARY KEY (site_num, bigram, topic_num)) WITHOUT ROWID`)
  const insertTopic = connection.prepare('INSERT INTO topic VALUES (?, ?)')
  const insertBigram = connection.prepare('INSERT INTO topic_bigram VALUES (1, ?, ?)')
  connection.transaction(() => {
    for (const [i, bigrams] of topics.entries()) {
      insertTopic.run(i + 1, bigrams.length)
      for (const bigram of bigrams) insertBigram.run(bigram, i + 1)
    }
  })()
  return connection
}

/** The same connection, that counts the rows and look-ups of its statements. */
function counting(connection: SqliteConnection) {
  const read = { rows: 0 }
  const prepare = (text: string) => {
    const statement = connection.prepare<unknown[], number>(text).pluck()
    return {
      pluck() {
        return this
      },
      all(...values: unknown[]) {
        const rows = statement.all(...values)
        read.rows += rows.length
        return rows
      },
      get(...values: unknown[]) {
        read.rows += 1
        return statement.get(...values)
      },
    }
  }
  // @NOTE the two methods of a statement that are used here.
  return { read, connection: { prepare } as unknown as SqliteConnection }
}

const span = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

it('NearTopics finds the topic that shares half of the pairs, the nearest, and of equals the oldest', () => {
  const near = new NearTopics(openTopics([[1, 2, 3, 4], [1, 2, 3], [1, 2, 3], [9]]))
  expect(near.find(1, [1, 2, 3], 0)).toBe(2)
  expect(near.find(1, [1, 2, 3], 2)).toBe(3)
  expect(near.find(1, [1, 2, 3, 4, 5], 0)).toBe(1)
  expect(near.find(1, [4, 5, 6], 0)).toBeNull()
  expect(near.find(1, [9, 10], 0)).toBe(4)
  expect(near.find(2, [9], 0)).toBeNull()
  expect(near.find(1, [], 0)).toBeNull()
})

it('NearTopics compares with a topic also by the pairs that many others have', () => {
  const crowd = span(0, 500).map((i) => [1, 2, 3, 4, 1_000 + 3 * i, 1_001 + 3 * i, 1_002 + 3 * i])
  const near = new NearTopics(openTopics([...crowd, [1, 2, 3, 4, 5]]))
  expect(near.find(1, [1, 2, 3, 4, 5], 0)).toBe(501)
  expect(near.find(1, [1, 2, 3, 4, 5, 6], 0)).toBe(501)
})

it('NearTopics reads a few hundred rows for a question, however many topics share its words', () => {
  const shared = span(0, 25)
  const topics = span(0, 5_000).map((i) => [...shared, ...span(100 + 14 * i, 114 + 14 * i)])
  const { read, connection } = counting(openTopics(topics))
  const near = new NearTopics(connection)
  expect(near.find(1, [...shared, ...span(99_000, 99_014)], 0)).toBeNull()
  expect(read.rows).toBeGreaterThan(0)
  expect(read.rows).toBeLessThan(500)
})
