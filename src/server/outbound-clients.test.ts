import { expect, it } from 'vitest'
import { NO_PRIVATE_NETWORKS } from '../net/address-policy.ts'
import { OutboundClients } from './outbound-clients.ts'

const unused = (): never => {
  throw new Error('Nothing was answered, so nothing is read')
}

it('OutboundClients score a site for a scan at the port at which it is scanned, and for others at those of the web', async () => {
  const resolved: string[] = []
  await using outbound = new OutboundClients(
    { schemes: 'any', ports: 'service', allowed: NO_PRIVATE_NETWORKS },
    {
      resolve: (host) => {
        resolved.push(host)
        return Promise.reject(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }))
      },
    },
  )
  const parts = { userAgent: 'CitableBot/1.0', nowMs: 0, inThread: unused, unreadable: unused }
  const url = 'https://shop.example:8443/'
  await expect(outbound.observe({ url, audience: 'known' }, parts)).rejects.toMatchObject({
    code: 'PORT_REFUSED',
  })
  expect(resolved).toEqual([])
  const scan = { signal: new AbortController().signal }
  await expect(outbound.observe({ url, audience: 'known', scan }, parts)).rejects.toMatchObject({
    name: 'FetchError',
  })
  expect(resolved).toEqual(['shop.example'])
})
