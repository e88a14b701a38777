import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteDialect,
  sql,
} from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PageRecord } from '../src/domain/page/page-record.ts'
import {
  hexOf,
  withinTimeLimit,
  jsonListHas,
  jsonNumber,
  jsonText,
  withoutIndex,
  numberList,
  skipLocked,
  valueRows,
} from './forms.ts'
import { PostgresCompiler } from './postgres/query-compiler.ts'
import { deleteWords } from './search/text-index.ts'
import { connectWriter } from './sqlite/connect.ts'
import { sqliteDialect } from './sqlite/driver.ts'
import { stepTransaction } from './step-transaction.ts'
import { erasureOf, truncateLog, mergeWordsStep } from './system/purge.ts'
import type { Tables } from './tables/schema.ts'

const COLUMNS = { num: 'integer', title: 'text', hash: 'hex' } as const
const ROWS = [
  [1, 'a', '00ff'],
  [2, null, null],
]

describe('forms on SQLite', () => {
  let db: Kysely<Tables>

  beforeEach(() => {
    db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(':memory:')) })
  })

  afterEach(async () => {
    await db.destroy()
  })

  const first = async (select: ReturnType<typeof sql>): Promise<unknown> => {
    const { rows } = await sql<Record<string, unknown>>`${select}`.execute(db)
    return rows
  }

  it.each([
    ['rows', ROWS],
    ['the JSON of rows', JSON.stringify(ROWS)],
  ])('valueRows lists values of %s', async (_, rows) => {
    expect(
      await first(sql`SELECT num, title, hash FROM ${valueRows('list', COLUMNS, rows)}`),
    ).toEqual([
      { num: 1, title: 'a', hash: Buffer.from([0, 255]) },
      { num: 2, title: null, hash: null },
    ])
  })

  it('numberList finds numbers in a list', async () => {
    expect(
      await first(sql`SELECT 2 IN ${numberList([1, 2])} AS a, 3 IN ${numberList([])} AS b`),
    ).toEqual([{ a: 1, b: 0 }])
  })

  it('the forms of JSON read texts, numbers and lists', async () => {
    const json = sql<{ type: string; none?: string; max: number }>`'{"type":"post","max":7}'`
    const tags = sql`'["a","b"]'`
    const found = sql`SELECT ${jsonText(json, 'type')} AS type, ${jsonText(json, 'none')} AS none,
      ${jsonNumber(json, 'max')} AS max, ${jsonListHas(tags, 'b')} AS has, ${jsonListHas(tags, 'c')} AS lacks`
    expect(await first(found)).toEqual([{ type: 'post', none: null, max: 7, has: 1, lacks: 0 }])
  })

  it('a key that the type of the JSON does not have is no argument', () => {
    // @ts-expect-error the field is called h1
    expect(jsonText(sql<PageRecord>`record`, 'heading')).toBeDefined()
    // @ts-expect-error the type of the JSON is not named
    expect(jsonNumber(sql`record`, 'wordCount')).toBeDefined()
  })

  it('hexOf writes bytes as hexadecimal text', async () => {
    expect(await first(sql`SELECT ${hexOf(sql`${Buffer.from([0, 255])}`)} AS hex`)).toEqual([
      { hex: '00ff' },
    ])
  })

  it('withinTimeLimit holds, and withoutIndex keeps the value of its column', async () => {
    expect(
      await first(
        sql`SELECT ${withoutIndex('list.a')} AS a FROM (SELECT 1 AS a) AS list WHERE ${withinTimeLimit} LIMIT 1 ${skipLocked}`,
      ),
    ).toEqual([{ a: 1 }])
  })
})

describe('forms for PostgreSQL', () => {
  const asked: string[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresCompiler(),
    },
    log: ({ query }) => {
      asked.push(query.sql)
    },
  })

  beforeEach(() => {
    asked.length = 0
  })

  const spelt = (fragment: ReturnType<typeof sql>) => {
    const { sql: text, parameters } = fragment.compile(db)
    return [text, ...parameters]
  }

  it.each([
    ['rows', ROWS],
    ['the JSON of rows', JSON.stringify(ROWS)],
  ])('valueRows lists values of %s by columns', (_, rows) => {
    expect(spelt(valueRows('list', COLUMNS, rows))).toEqual([
      `(SELECT "num", "title", decode("hash", 'hex') AS "hash" FROM unnest($1::bigint[], $2::text[], $3::text[]) AS listed ("num", "title", "hash")) AS "list"`,
      [1, 2],
      ['a', null],
      ['00ff', null],
    ])
  })

  it.each([
    ['a list of numbers', numberList([1, 2]), ['(SELECT unnest($1::bigint[]))', [1, 2]]],
    [
      'a text in JSON',
      jsonText(sql.ref<{ type: string }>('r.facts'), 'type'),
      [`("r"."facts"::jsonb ->> 'type')`],
    ],
    [
      'a number in JSON',
      jsonNumber(sql.ref<{ max: number }>('options'), 'max'),
      [`("options"::jsonb ->> 'max')::bigint`],
    ],
    [
      'a text in a list in JSON',
      jsonListHas(sql.ref('tags'), 'a'),
      [`COALESCE(jsonb_exists("tags"::jsonb, $1), false)`, 'a'],
    ],
    ['bytes', hexOf(sql.ref('hash')), [`encode("hash", 'hex')`]],
    ['a time limit', withinTimeLimit, ['true']],
    ['a column that is not sought', withoutIndex('p.site_num'), ['"p"."site_num"']],
    ['rows that others take', skipLocked, ['FOR UPDATE SKIP LOCKED']],
  ])('spells %s', (_, fragment, text) => {
    expect(spelt(fragment)).toEqual(text)
  })

  it('the commit of a step does not wait for the disk', async () => {
    const ended = await stepTransaction(db, async (trx) => {
      await sql`SELECT 1`.execute(trx)
      return 'ended'
    })
    expect(ended).toBe('ended')
    expect(asked).toEqual(['SET LOCAL synchronous_commit = off', 'SELECT 1'])
  })

  it('what a deletion leaves behind is left to the engine', async () => {
    expect(await erasureOf(db).step(async () => false)).toBe(false)
    expect(await mergeWordsStep(db, 'page', true)).toBe(false)
    expect(await truncateLog(db)).toBe(true)
    expect(asked).toEqual([])
  })

  it('a form without a spelling for PostgreSQL is refused', () => {
    expect(() => spelt(deleteWords('page', numberList([1])))).toThrow(
      'Full text has no form for PostgreSQL',
    )
  })
})

it('a form is no SQL where the compiler knows no forms', () => {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: () => Promise.reject(new Error('Nothing is asked')) }),
  })
  expect(sql`SELECT ${withinTimeLimit}`.compile(db).sql).toBe(
    'SELECT <a form without its spelling>',
  )
})
