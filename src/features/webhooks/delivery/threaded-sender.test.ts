import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localUrl, serveCanary, serveHttp } from '../../../net/local-servers.ts'
import { bundledThread } from '../../../testing/bundled.ts'
import { SAMPLE_SECRETS, sampleDelivery } from '../../../testing/sample-delivery.ts'
import { ThreadedSender } from './threaded-sender.ts'

const open = (allowPrivateNetworks = '127.0.0.1/32'): ThreadedSender =>
  new ThreadedSender({ allowPrivateNetworks }, bundledThread('send-worker'))

function gate(): { opened: Promise<void>; open: () => void } {
  const parts: { open?: () => void } = {}
  const opened = new Promise<void>((resolve) => {
    parts.open = resolve
  })
  return { opened, open: () => parts.open?.() }
}

/** Makes a thread's script that is thrown away behind the test. */
function scriptOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'citable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'thread.mjs')
  writeFileSync(file, text)
  return pathToFileURL(file)
}

describe('deliveries that a thread sends', () => {
  it('arrive whole and signed, and what was answered is kept', async () => {
    const received: { headers: Record<string, string>; body: string }[] = []
    await using receiver = await serveHttp(async (request, response) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      received.push({ headers, body: (await buffer(request)).toString() })
      response.writeHead(202, { 'content-type': 'text/x-kept' }).end('thanks')
    })
    await using sender = open()
    const sent = sampleDelivery(localUrl(receiver, '/hook'))
    const attempts = await Promise.all([sender.send(sent), sender.send(sent)])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'delivered', httpStatus: 202, error: null })
      expect(attempt.responseBody).toBe('thanks')
      expect(attempt.responseHeaders).toMatchObject({ 'content-type': 'text/x-kept' })
    }
    expect(received).toHaveLength(2)
    for (const { headers, body } of received) {
      expect(body).toBe(sent.body)
      expect(new Webhook(SAMPLE_SECRETS.current).verify(body, headers)).toEqual(JSON.parse(body))
    }
  })

  it('reach no address that is not allowed', async () => {
    await using canary = await serveCanary('127.0.0.1')
    await using sender = open('')
    const attempt = await sender.send(sampleDelivery(localUrl(canary)))
    expect(attempt).toMatchObject({ status: 'blocked', httpStatus: null })
    expect(canary.connections()).toBe(0)
  })

  it('are 32 at a time for one receiver, and others do not wait for them', async () => {
    const held: (() => void)[] = []
    const reached = gate()
    await using slow = await serveHttp((_, response) => {
      held.push(() => response.end())
      if (held.length === 32) reached.open()
      if (held.length > 32) response.end()
    })
    await using quick = await serveHttp((_, response) => response.end())
    await using sender = open()
    const slowly = Array.from({ length: 40 }, () => sender.send(sampleDelivery(localUrl(slow))))
    await reached.opened
    expect(await sender.send(sampleDelivery(localUrl(quick)))).toMatchObject({
      status: 'delivered',
    })
    expect(held).toHaveLength(32)
    for (const answer of held) answer()
    const statuses = (await Promise.all(slowly)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['delivered']))
    expect(statuses).toHaveLength(40)
  })

  it('are given up at once when their signal says so, before and while they are sent', async () => {
    const arrived = gate()
    await using receiver = await serveHttp(() => arrived.open())
    await using sender = open()
    const stop = new AbortController()
    const sending = sender.send(sampleDelivery(localUrl(receiver), { signal: stop.signal }))
    await arrived.opened
    stop.abort()
    await expect(sending).rejects.toMatchObject({ code: 'CANCELLED' })
    const late = sender.send(sampleDelivery(localUrl(receiver), { signal: stop.signal }))
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('go on when it begins nothing more, and end with it; those that wait are given up', async () => {
    const held: (() => void)[] = []
    const [one, all] = [gate(), gate()]
    await using receiver = await serveHttp((_, response) => {
      held.push(() => response.end())
      if (held.length === 32) all.open()
    })
    const sender = open()
    const sending = Array.from({ length: 34 }, async () => {
      const { status } = await sender.send(sampleDelivery(localUrl(receiver)))
      one.open()
      return status
    })
    const ended = Promise.allSettled(sending)
    await all.opened
    sender.close()
    await expect(sending[33]).rejects.toMatchObject({ code: 'CANCELLED' })
    held[0]?.()
    await one.opened
    expect(held).toHaveLength(32)
    await sender[Symbol.asyncDispose]()
    const statuses = (await ended).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(1)
    const late = sender.send(sampleDelivery(localUrl(receiver)))
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it.each([
    ['throws', `throw new Error('broken')`, 'broken'],
    ['ends', `setImmediate(() => process.exit(3))`, 'The thread that sends has ended'],
  ])(
    'reject where the thread %s, and the next one has another thread',
    async (_, text, message) => {
      const threads = new Int32Array(new SharedArrayBuffer(4))
      const script = scriptOf(`import { workerData } from 'node:worker_threads'
      Atomics.add(workerData.threads, 0, 1)
      ${text}`)
      const data = { allowPrivateNetworks: '', threads }
      await using sender = new ThreadedSender(data, script)
      const url = 'https://receiver.example/hook'
      const both = [sender.send(sampleDelivery(url)), sender.send(sampleDelivery(url))]
      for (const one of both) await expect(one).rejects.toThrow(message)
      await expect(sender.send(sampleDelivery(url))).rejects.toThrow(message)
      expect(Atomics.load(threads, 0)).toBe(2)
    },
  )
})
