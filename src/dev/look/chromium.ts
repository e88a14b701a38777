import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Fields = Record<string, unknown>

interface BrowserEvent {
  method: string
  params: Fields
}

/** A page of a browser without a screen, which is driven by the DevTools protocol. */
export interface BrowserPage extends AsyncDisposable {
  send: (method: string, params?: Fields) => Promise<Fields>
  /** Returns the events that the browser has sent since the last call, oldest first. */
  takeEvents: () => BrowserEvent[]
}

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--hide-scrollbars',
  '--no-first-run',
  // A frame of its own process would be a session of its own.
  '--disable-features=IsolateSandboxedIframes',
]

/** Starts a Chromium of this machine with one page. Disposing it ends the browser. */
export async function openPage(program: string): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), 'citable-look-'))
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(program, [...FLAGS, ...asRoot, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // @NOTE the third and the fourth are pipes, as `stdio` says; the types know only the first three.
  const [, , , toBrowser, fromBrowser] = child.stdio as unknown as [
    null,
    null,
    null,
    Writable,
    Readable,
  ]
  const wire = connect(toBrowser, fromBrowser)
  const { targetId } = await wire.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await wire.send('Target.attachToTarget', { targetId, flatten: true })
  return {
    send: (method, params) => wire.send(method, params, String(sessionId)),
    takeEvents: wire.takeEvents,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface Waiting {
  resolve: (result: Fields) => void
  reject: (error: Error) => void
}

/** Messages are JSON texts with a NUL after each. */
function connect(toBrowser: Writable, fromBrowser: Readable) {
  const waiting = new Map<unknown, Waiting>()
  const events: BrowserEvent[] = []
  let rest = ''
  let lastId = 0
  const receive = (text: string): void => {
    // @NOTE answers and events have these fields, as the protocol says.
    const message = JSON.parse(text) as BrowserEvent & {
      id?: number
      result?: Fields
      error?: Fields
    }
    const { id, method, params, result, error } = message
    const asked = waiting.get(id)
    waiting.delete(id)
    if (!asked) events.push({ method, params })
    else if (error) asked.reject(new Error(JSON.stringify(error)))
    else asked.resolve(result ?? {})
  }
  fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (rest + chunk).split('\0')
    rest = texts.pop() ?? ''
    for (const text of texts) receive(text)
  })
  fromBrowser.once('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The browser has ended'))
  })
  const send = (method: string, params: Fields = {}, sessionId?: string): Promise<Fields> => {
    const id = ++lastId
    toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }
  return { send, takeEvents: () => events.splice(0) }
}
