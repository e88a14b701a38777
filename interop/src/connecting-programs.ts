import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ConnectingClient, ConnectingRun, KeylessAttempt } from './connecting-client.ts'
import { attemptByInspector, inspectorAt, type InspectorEra } from './inspector.ts'
import { attemptByMcpRemote } from './mcp-remote.ts'
import { newerNode, versionOf } from './packages.ts'
import type { Person } from './person.ts'
import { NO_BROWSER, runProgram } from './run-program.ts'
import type { Seen } from './tried-client.ts'

/** A program that opens a browser, and keeps in its home what it was given. */
interface Program {
  name: string
  package: string
  attempt(asked: KeylessAttempt, started: Started): Promise<Seen>
}

interface Started {
  options: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Gets what the program says, from which the person reads the address. */
  watch: (said: Readable) => void
}

const mcpRemote: Program = {
  name: 'mcp-remote',
  package: 'mcp-remote',
  attempt: ({ url, ...asked }, { options, environment, watch }) =>
    attemptByMcpRemote(asked, { words: [url, ...options], environment, watch }),
}

/** The Inspector needs both settings here: without a terminal it opens no page, and without a keychain it keeps no token. */
const ATTENDED = { MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' }

const inspector = (era: InspectorEra): Program => ({
  name: `Inspector, ${era}`,
  package: '@modelcontextprotocol/inspector',
  attempt: (asked, { options, environment, watch }) =>
    attemptByInspector(asked, async (words) => {
      const call = [...inspectorAt(asked.url, era), ...options, ...words]
      const settings = { ...environment, ...ATTENDED }
      const { code, output, said } = await runProgram(newerNode(), call, settings, watch)
      if (code !== 0) throw new Error(`${output}${said}`.trim())
      return output
    }),
})

function connecting(program: Program, documentUrl?: string): ConnectingClient {
  return {
    name: program.name,
    version: versionOf(program.package),
    knownBy: documentUrl === undefined ? 'registration' : 'document',
    begin: (person) => new RunOfProgram(program, person, documentUrl),
  }
}

class RunOfProgram implements ConnectingRun {
  readonly #home = mkdtempSync(join(tmpdir(), 'citable-connecting-'))
  readonly #program: Program
  readonly #person: Person
  readonly #options: readonly string[]

  constructor(program: Program, person: Person, documentUrl: string | undefined) {
    this.#program = program
    this.#person = person
    this.#options = documentUrl === undefined ? [] : ['--client-metadata-url', documentUrl]
  }

  async attempt(asked: KeylessAttempt): Promise<Seen> {
    const answers: Promise<unknown>[] = []
    const attempting = this.#program.attempt(asked, {
      options: this.#options,
      environment: { HOME: this.#home, ...NO_BROWSER },
      watch: (said) => {
        answers.push(this.#person.allowPrinted(said).catch((error: unknown) => error))
      },
    })
    try {
      return await attempting
    } catch (error) {
      // An error on the page says more than a program that was not led back.
      throw (await Promise.all(answers)).find((answer) => answer instanceof Error) ?? error
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true, force: true })
  }
}

export const connectingPrograms = (documentUrl: string): ConnectingClient[] =>
  [mcpRemote, inspector('legacy'), inspector('modern')].flatMap((program) => [
    connecting(program),
    connecting(program, documentUrl),
  ])
