import { expect, it } from 'vitest'
import type { CollectingSite } from '../../../db/system/ingest-sites.ts'
import { bytesInUse } from '../../testing/bytes-in-use.ts'
import { prepareEvent } from './prepare-event.ts'

const HOSTS = 4_000
const PATH_CHARS = 1_900

const SITE: CollectingSite = {
  num: 1,
  id: 'site_1',
  domain: 'example.com',
  url: 'https://example.com/',
  aliases: '[]',
  rollup_timezone: 'UTC',
  raw_from: 0,
  status: 'active',
  question_mode: 'full',
  honour_opt_out: 1,
  own_parameters: null,
  learned_parameters: '[]',
  install_last_seen_at: null,
}
const READER = { visitorKey: 'a', askerKey: 'a', country: null, device: null }

it('the host of a referrer is kept without its address', () => {
  const hosts: unknown[] = []
  const before = bytesInUse()
  for (let i = 0; i < HOSTS; i++) {
    const referrer = Buffer.from(`https://somebody-${i}.example.org/${'r'.repeat(PATH_CHARS)}`)
    const event = { kind: 'impression' as const, url: '/', referrer: referrer.toString() }
    const prepared = prepareEvent(SITE, event, READER, 0, `evt_${i}`)
    if (typeof prepared === 'object') hosts.push(prepared.referrer)
  }
  expect(hosts.at(-1)).toBe(`somebody-${HOSTS - 1}.example.org`)
  expect(bytesInUse() - before).toBeLessThan((HOSTS * PATH_CHARS) / 4)
})
