import * as fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'
import { isoToDay } from '../../src/lib/time/zone.ts'
import { connectWriter } from '../sqlite/connect.ts'
import { sqliteDialect } from '../sqlite/driver.ts'
import { dayKind, dayKindOf, dayOfKey, kindOfKey } from './rollup-keys.ts'

const kinds = Object.values(EVENT_KINDS)
const pair = fc.record({
  day: fc.integer({ min: -800_000, max: 800_000 }),
  kind: fc.constantFrom(...kinds),
})

it('keys sort as days with their kinds do, and give both back, in SQL too', async () => {
  const db = new Kysely({ dialect: sqliteDialect(connectWriter(':memory:')) })
  await fc.assert(
    fc.asyncProperty(pair, pair, async (one, other) => {
      const [key, next] = [dayKind(one.day, one.kind), dayKind(other.day, other.kind)]
      const order = one.day - other.day || one.kind - other.kind
      expect(Math.sign(key - next)).toBe(Math.sign(order))
      expect(dayOfKey(key)).toBe(one.day)
      expect(key).toBeGreaterThanOrEqual(dayKind(one.day, 0))
      expect(key).toBeLessThan(dayKind(one.day + 1, 0))
      const { rows } = await sql`SELECT ${kindOfKey(sql`${key}`)} AS kind,
        ${dayKindOf(sql`${one.day}`, sql`${one.kind}`)} AS key`.execute(db)
      expect(rows).toEqual([{ kind: one.kind, key }])
    }),
  )
  await db.destroy()
})

it('keys of the years from June 2022 to July 2033 take two bytes', () => {
  for (const date of ['2022-06-01', '2026-11-26', '2033-07-31']) {
    for (const kind of kinds) {
      const key = dayKind(isoToDay(date) ?? Number.NaN, kind)
      expect(key).toBeGreaterThanOrEqual(-32_768)
      expect(key).toBeLessThan(32_768)
    }
  }
})
