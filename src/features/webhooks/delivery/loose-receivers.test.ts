import { afterAll, beforeAll, expect, it } from 'vitest'
import { localUrl, serveTcp } from '../../../net/local-servers.ts'
import { Subscriber } from '../../../testing/subscriber.ts'
import { TestWebhooks } from '../../../testing/test-webhooks.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestWebhooks.service()
})

afterAll(() => app[Symbol.asyncDispose]())

const DONE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

it.each([
  ['200', 'says 100 first', `${CONTINUE}${DONE}`],
  ['200', 'says 100 twice and 102', `${CONTINUE}${CONTINUE}HTTP/1.1 102 Processing\r\n\r\n${DONE}`],
  ['200', 'sends hints first', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${DONE}`],
  ['200', 'writes a header wrongly', DONE.replace('\r\n', '\r\nX Powered By: x\r\nX-A : b\r\n')],
  ['410', 'refuses after 100', `${CONTINUE}HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n`],
  [null, 'states two lengths', DONE.replace('\r\n', '\r\nContent-Length: 5\r\n')],
  [null, 'says 100 and no more', CONTINUE],
])('a delivery and a test end with %s where the receiver %s', async (status, _, bytes) => {
  let requests = 0
  await using receiver = await serveTcp((socket) =>
    socket.once('data', () => {
      requests += 1
      socket.end(bytes)
    }),
  )
  const owner = await Subscriber.open(app)
  const { id } = await owner.subscribe({ url: localUrl(receiver), events: ['credits.low'] })
  const httpStatus = status === null ? null : Number(status)
  const word = status === '200' ? 'delivered' : status === null ? 'reset' : `http_${status}`
  const test = await owner.call('POST', `/${id}/test`)
  expect(test.body.data).toMatchObject({
    delivered: word === 'delivered',
    status: word,
    httpStatus,
  })
  await owner.emit()
  await app.app.services.deliveries.onIdle()
  const { body } = await owner.call('GET', `/${id}/deliveries`)
  expect(body.data).toMatchObject([
    { origin: 'event', status: word, httpStatus },
    { origin: 'test', status: word, httpStatus },
  ])
  expect(requests).toBe(2)
})

it('the address of a redirect is told as it can be set', async () => {
  const bytes = 'HTTP/1.1 308 Moved\r\nLocation: /caf\xc3\xa9\r\nContent-Length: 0\r\n\r\n'
  await using receiver = await serveTcp((socket) =>
    socket.once('data', () => socket.end(bytes, 'latin1')),
  )
  const owner = await Subscriber.open(app)
  const { id } = await owner.subscribe({ url: localUrl(receiver), events: ['credits.low'] })
  expect((await owner.call('POST', `/${id}/test`)).body.data).toMatchObject({ status: 'redirect' })
  const { body } = await owner.call('GET', `/${id}/deliveries`)
  // @NOTE a list in this envelope; a wrong shape fails the expectation that reads it.
  const [attempt] = body.data as unknown as { id: string }[]
  const found = await owner.call('GET', `/${id}/deliveries/${attempt?.id}`)
  expect(found.body.data).toMatchObject({ responseHeaders: { location: '/café' } })
})
