import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { bundled } from '../../../src/testing/bundled.ts'

/** A demo on a port that was free; it is up when it says that its server stays up. */
export async function startDemo(directory: string) {
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
    pid: child.pid,
    says: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(text) && resolve()
        waiting.push(look)
        look()
        void closed.then(() => reject(new Error(`It ended without "${text}":\n${output}`)))
      }),
    /** All that it said. */
    said: () => output,
    /** Returns what the pattern's group matches in the output so far. */
    find: (pattern: RegExp) => pattern.exec(output)?.[1] ?? '',
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    end: async () => {
      const [code] = (await closed) as [number | null]
      return { code, output, isServing: await isAnswering(`http://127.0.0.1:${port}/healthz`) }
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

export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
