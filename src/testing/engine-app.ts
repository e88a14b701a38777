import type { AskableEngine, EngineQuestion } from '../domain/citations/ask-engine.ts'
import type { CitationEngine } from '../domain/citations/engines.ts'
import type { EngineAnswer } from '../domain/citations/engine-answer.ts'
import { TestApp, type TestOrg } from './start-test-app.ts'
import { askableEngines } from '../features/citations/engines/askable-engines.ts'
import { WireServer } from './wire-server.ts'

export const QUESTION: EngineQuestion = {
  text: 'Which grinder is best?',
  country: 'DE',
  language: 'de-DE',
}

/** A service whose operator has a key for every vendor, and the server in place of all of them. */
export class EngineApp implements AsyncDisposable {
  readonly app: TestApp
  readonly wire: WireServer
  readonly org: TestOrg

  private constructor(parts: { app: TestApp; wire: WireServer; org: TestOrg }) {
    this.app = parts.app
    this.wire = parts.wire
    this.org = parts.org
  }

  static async start(
    options: Omit<NonNullable<Parameters<typeof TestApp.start>[0]>, 'environment'> = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<EngineApp> {
    const wire = await WireServer.start()
    const app = await TestApp.start({
      ...options,
      environment: { ...wire.environment, ...environment },
    })
    return new EngineApp({ app, wire, org: await app.org() })
  }

  async engine(name: CitationEngine, org = this.org): Promise<AskableEngine> {
    const { context } = this.app.app.services
    const engines = await askableEngines(context, context.tenant(org.id))
    const engine = engines.find(({ engine: one }) => one === name)
    if (!engine) throw new Error(`${name} cannot be asked`)
    return engine
  }

  async ask(name: CitationEngine, question = QUESTION): Promise<EngineAnswer> {
    return (await this.engine(name)).ask(question, new AbortController().signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
    await this.wire[Symbol.asyncDispose]()
  }
}
