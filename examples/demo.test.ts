import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundled } from '../src/testing/bundled.ts'

const run = promisify(execFile)

let directory = ''
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'citable-demo-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A demo on a port that was free; it is up when it says that its server stays up. */
async function startDemo() {
  const port = await freePort()
  const args = [bundled('demo'), '--port', String(port), '--directory', directory]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const waiting: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of waiting) look()
    })
  }
  const closed = once(child, 'close')
  return {
    pid: child.pid!,
    says: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(text) && resolve()
        waiting.push(look)
        look()
        void closed.then(() => reject(new Error(`It ended without "${text}":\n${output}`)))
      }),
    /** What the pattern's group matched in what it said. */
    find: (pattern: RegExp) => pattern.exec(output)?.[1] ?? '',
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    end: async () => {
      const [code] = (await closed) as [number | null]
      return { code, output, isServing: await answers(`http://127.0.0.1:${port}/healthz`) }
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('the demo', () => {
  it('the demo stays up until Ctrl-C, then stops its server and its site and ends well', async () => {
    const demo = await startDemo()
    await demo.says('Ctrl-C ends both.')
    const site = demo.find(/the site at (http:\S+);/)
    expect(await (await fetch(`${site}/gear/skeg-or-rudder`)).text()).toContain('Skeg or rudder?')
    demo.kill('SIGINT')
    expect(await demo.end()).toMatchObject({ code: 0, isServing: false })
    expect(await answers(site)).toBe(false)
  })

  it('the demo leaves no server behind when it is stopped while it makes things ready', async () => {
    const demo = await startDemo()
    await demo.says('Adding the site')
    demo.kill('SIGTERM')
    const { code, output, isServing } = await demo.end()
    expect({ code, isServing }).toEqual({ code: 130, isServing: false })
    expect(output).toContain('The demo was stopped.')
  })

  it('the demo fails when its server ends by itself', async () => {
    const demo = await startDemo()
    await demo.says('The server stays up at')
    const { stdout: serverPid } = await run('pgrep', ['-P', String(demo.pid)])
    process.kill(Number(serverPid), 'SIGKILL')
    const { code, output } = await demo.end()
    expect(code).toBe(1)
    expect(output).toContain('The demo failed: the server ended by itself')
  })

  it.each([
    [['--port', '99999'], '--port must be a number from 0 to 65535'],
    [['--often'], "Unknown option '--often'"],
  ])('the demo refuses %j before it does anything', async (args, message) => {
    const ended = run(process.execPath, [bundled('demo'), '--directory', directory, ...args])
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message) as string,
    })
  })
})
