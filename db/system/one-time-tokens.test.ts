import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOneTimeLink, sentToken } from '../../src/kernel/credentials/one-time-link.ts'
import { mintToken } from '../../src/kernel/credentials/tokens.ts'
import { migrateToLatest } from '../migrate.ts'
import { connectWriter } from '../sqlite/connect.ts'
import { sqliteDialect } from '../sqlite/driver.ts'
import type { Tables } from '../tables/schema.ts'
import {
  addOneTimeToken,
  burnOneTimeToken,
  burnOneTimeTokensOf,
  findOneTimeToken,
  type SentToken,
} from './one-time-tokens.ts'

const NOW = 1_790_000_000_000
const HOUR_MS = 3_600_000

let folder: string
let db: Kysely<Tables>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'links-'))
  db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(join(folder, 'links.db'))) })
  await migrateToLatest(db, '1.0.0')
})

afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

/** Stores the token of a new link, and reads it as it comes back. */
async function addLink(subject = 'usr_1'): Promise<SentToken> {
  const link = makeOneTimeLink('https://citable.example', { purpose: 'reset', subject, now: NOW })
  await addOneTimeToken(db, link.row)
  const sent = sentToken(link.url.split('#')[1] ?? '', 'reset', NOW)
  if (!sent) throw new Error('The link has no token')
  return sent
}

const burn = (token: SentToken) => db.transaction().execute((trx) => burnOneTimeToken(trx, token))

describe('the token of a one-time link', () => {
  it('is found until it is burnt, and burnt once, also by two at once', async () => {
    const token = await addLink()
    expect(await findOneTimeToken(db, token)).toEqual({ subject: 'usr_1', org_id: null })
    const both = await Promise.all([burn(token), burn(token)])
    expect(both.filter(Boolean)).toEqual([{ subject: 'usr_1', org_id: null }])
    expect(await findOneTimeToken(db, token)).toBeUndefined()
  })

  it('stays where the effect fails', async () => {
    const token = await addLink()
    const failing = db.transaction().execute(async (trx) => {
      await burnOneTimeToken(trx, token)
      throw new Error('the effect failed')
    })
    await expect(failing).rejects.toThrow('the effect failed')
    expect(await burn(token)).toBeDefined()
  })

  it('works for its purpose alone, and for an hour', async () => {
    const token = await addLink()
    expect(await burn({ ...token, purpose: 'setup' })).toBeUndefined()
    expect(await burn({ ...token, now: NOW + HOUR_MS })).toBeUndefined()
    expect(await burn({ ...token, now: NOW + HOUR_MS - 1 })).toBeDefined()
  })

  it('is burnt together with the others of its subject', async () => {
    const [first, second, other] = [await addLink(), await addLink(), await addLink('usr_2')]
    await db
      .transaction()
      .execute((trx) => burnOneTimeTokensOf(trx, { purpose: 'reset', subject: 'usr_1', now: NOW }))
    expect([await burn(first), await burn(second)]).toEqual([undefined, undefined])
    expect(await burn(other)).toBeDefined()
  })

  it('is stored as a hash, and what is no such token is looked up nowhere', async () => {
    const { token, row } = makeOneTimeLink('', { purpose: 'setup', subject: 'owner', now: NOW })
    await addOneTimeToken(db, row)
    const stored = await db.selectFrom('one_time_token').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    for (const text of ['', token.slice(0, -1), mintToken('session'), mintToken('key')]) {
      expect(sentToken(text, 'setup', NOW)).toBeUndefined()
    }
  })
})
