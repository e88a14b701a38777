import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childEnvironment } from './child-environment.ts'
import { CLI, type CliRun } from './run-cli.ts'

/** A run of `citable …` that goes on until it is stopped, read line by line. */
export class RunningCli implements Disposable {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #exited: Promise<unknown[]>
  #err = ''

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const [program = '', ...before] = CLI
    const child = spawn(program, [...before, ...args], {
      env: { ...childEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#exited = once(child, 'close')
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    child.stderr.on('data', (chunk: Buffer) => (this.#err += chunk.toString()))
  }

  /** The next line of standard output. Throws where the command has ended, with what it said. */
  async line(): Promise<string> {
    const { done, value } = await this.#lines.next()
    if (done) throw new Error(`The command ended: ${this.#err}`)
    return value
  }

  /** The text that was written to standard error so far. */
  get said(): string {
    return this.#err
  }

  /** Presses Ctrl-C, and waits for the end. */
  async interrupt(): Promise<Omit<CliRun, 'out'>> {
    this.#child.kill('SIGINT')
    return this.ended()
  }

  async ended(): Promise<Omit<CliRun, 'out'>> {
    const [code] = (await this.#exited) as [number]
    return { code, err: this.#err }
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}
