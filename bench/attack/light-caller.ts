import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('light-calls.js', import.meta.url))

/**
 * The results of light calls: of `/healthz`, and of a short list with a key. Times are in ms, from when each call was
 * due.
 */
export interface LightCalls {
  calls: number
  healthWorstMs: number
  p99Ms: number
  worstMs: number
}

/** Makes light calls in a process of its own, so that the attacker's own work does not delay them. */
export class LightCaller implements Disposable {
  readonly #process: ChildProcess = fork(SCRIPT)

  async begin(port: number, key: string): Promise<void> {
    const begun = once(this.#process, 'message')
    this.#process.send({ port, key })
    await begun
  }

  async end(): Promise<LightCalls> {
    const answer = once(this.#process, 'message')
    this.#process.send('end')
    const [calls] = await answer
    // @NOTE `light-calls.js` sends this shape.
    return calls as LightCalls
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL')
  }
}
