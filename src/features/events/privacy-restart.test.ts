import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { inspectData, storedEvents } from '../../testing/stored-events.ts'

const environment = { TRUST_PROXY: '1' }
const EVENT = { kind: 'pageview', url: 'https://example.com/guide' }

let app: TestApp
let siteId: string

// Each test ends its service.
beforeEach(async () => {
  app = await TestApp.start({ environment })
  siteId = await app.site(await app.key(await app.org()))
})

afterEach(() => app[Symbol.asyncDispose]())

const read = (service = app) =>
  service.collect(siteId, [EVENT], { 'x-forwarded-for': '203.0.113.77' })

it('a reader is the same visitor after a restart on the same day', async () => {
  await read()
  const { directory } = app
  const startAt = new Date(app.clock.now()).toISOString()
  await app.app[Symbol.asyncDispose]()
  await using again = await TestApp.start({ directory, startAt, environment })
  await read(again)
  const visitors = inspectData(directory, storedEvents).map(({ visitor }) => visitor)
  expect(visitors).toHaveLength(2)
  expect(new Set(visitors).size).toBe(1)
})

const salts = () =>
  inspectData(app.directory, (db) =>
    db.prepare<[], Buffer>('SELECT salt FROM site_salt').pluck().all(),
  )

/** Moves the clock and runs the hourly maintenance. */
async function later(step: { hours: number }): Promise<void> {
  app.clock.advance(step)
  const { maintenance } = app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
}

it('salts are gone after 48 hours, from the files too', async () => {
  await read()
  const [salt] = salts()
  if (!salt) throw new Error('No salt is stored')
  expect(storedBytes(app.directory).includes(salt)).toBe(true)
  await later({ hours: 47 })
  expect(salts()).toHaveLength(1)
  await later({ hours: 1 })
  expect(salts()).toEqual([])
  await app.app[Symbol.asyncDispose]()
  expect(storedBytes(app.directory).includes(salt)).toBe(false)
})
