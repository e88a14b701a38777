import { expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData, storedEvents } from '../../testing/stored-events.ts'

it('no header is believed of a peer that is no proxy of ours', async () => {
  for (const TRUST_PROXY of ['', '10.0.0.0/8']) {
    await using open = await TestApp.start({
      environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY },
    })
    const id = await open.site(await open.key(await open.org()))
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const headers = { 'x-forwarded-for': address, 'cf-ipcountry': 'DE' }
      await open.collect(id, [{ kind: 'pageview', url: 'https://example.com/guide' }], headers)
    }
    const stored = inspectData(open.directory, storedEvents)
    expect(stored.map(({ country }) => country)).toEqual([null, null])
    expect(new Set(stored.map(({ visitor }) => visitor)).size).toBe(1)
  }
})
