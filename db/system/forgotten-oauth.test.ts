import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inspectData } from '../../src/testing/stored-events.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { connectWriter } from '../sqlite/connect.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

it('what OAuth left behind is forgotten in time, with grants whose codes were never redeemed', async () => {
  const org = await app.org()
  await Promise.all(Array.from({ length: 5 }, () => app.key(org)))
  const now = app.clock.now()
  const [hour, day] = [3_600_000, 86_400_000]
  const connection = connectWriter(join(app.directory, 'citable.db'))
  const keys = connection.prepare<[], string>('SELECT id FROM api_key ORDER BY id').pluck().all()
  const [unredeemed = '', redeemed = '', waiting = '', twice = '', made = ''] = keys
  connection.prepare("UPDATE api_key SET kind = 'oauth', resource = 'r' WHERE id <> ?").run(made)
  const addCode = (name: string, key: string, expiresAt: number, usedAt: number | null) =>
    connection
      .prepare("INSERT INTO oauth_code VALUES (CAST(? AS BLOB), ?, 'c', 'r', 'h', ?, ?)")
      .run(name, key, expiresAt, usedAt)
  addCode('unredeemed', unredeemed, now - hour, null)
  addCode('redeemed', redeemed, now - hour, now - hour)
  addCode('old', redeemed, now - day - hour, now - day - hour)
  addCode('waiting', waiting, now + hour, null)
  addCode('late', twice, now - hour, null)
  addCode('key', made, now - hour, null)
  const addToken = (name: string, key: string, expiresAt: number) =>
    connection
      .prepare("INSERT INTO oauth_token VALUES (CAST(? AS BLOB), 'access', ?, NULL, ?, NULL)")
      .run(name, key, expiresAt)
  addToken('ended', redeemed, now - 1)
  addToken('live', twice, now + hour)
  for (const [name, expiresAt] of [
    ['spent', now - 1],
    ['recent', now + hour],
  ] as const) {
    connection
      .prepare('INSERT INTO oauth_assertion VALUES (CAST(? AS BLOB), ?)')
      .run(name, expiresAt)
  }
  connection.close()
  app.app.services.maintenance.hourly()
  await app.app.services.maintenance.onIdle()
  const listed = (sql: string) =>
    inspectData(app.directory, (data) => data.prepare<[], string>(sql).pluck().all())
  const names = (table: string) => listed(`SELECT CAST(hash AS TEXT) FROM ${table} ORDER BY 1`)
  expect(listed('SELECT id FROM api_key ORDER BY id')).toEqual([redeemed, waiting, twice, made])
  expect(names('oauth_code')).toEqual(['key', 'late', 'redeemed', 'waiting'])
  expect(names('oauth_token')).toEqual(['live'])
  expect(names('oauth_assertion')).toEqual(['recent'])
})
