import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import {
  EngineError,
  type AskableEngine,
  type EngineQuestion,
} from '../../../domain/citations/ask-engine.ts'
import { ADAPTER_FACTS, costMicros } from '../../../domain/citations/engine-models.ts'
import {
  CITATION_ENGINES,
  ENGINE_ADAPTERS,
  type AdapterId,
  type CitationEngine,
} from '../../../domain/citations/engines.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { EngineAccount, EngineRequest } from '../../../kernel/ports/engine-gateway.ts'
import type { WIRE_ADAPTERS } from './adapters.ts'
import { ownAccount } from './engine-key.ts'
import { FAKE_SETUP, inventAnswer, type FakeSubject } from './fake.ts'
import { boundedAnswer, engineUrl, type Wire } from './wire.ts'

type Parts = Pick<AppContext, 'engines' | 'sealer' | 'elapsed'>

/** The time limit for all requests of one check together, in milliseconds. */
const ASK_TIMEOUT_MS = 120_000

interface Account extends EngineAccount {
  owner: EngineRequest['owner']
  /**
   * Reads whether the account still has the same key: false once the organization deleted or replaced it during a run.
   */
  isStill: () => Promise<boolean>
}

/**
 * Lists the engines that an organization can ask now, each with its own key, or else with the operator's. An own key
 * that can no longer be opened leaves its engine out, so that the operator does not pay in its place. Invented answers
 * speak of the site `fake`.
 */
export async function askableEngines(
  app: Parts,
  db: TenantDb,
  fake?: FakeSubject,
): Promise<AskableEngine[]> {
  const accounts = await accountsOf(app, db)
  const { WIRE_ADAPTERS: adapters } = await import('./adapters.ts')
  return CITATION_ENGINES.flatMap((engine) => {
    if (engine === 'fake') return app.engines.operator.hasFake ? [fakeEngine(fake)] : []
    const account = accounts.get(engine)
    return (account && askableEngine(app, adapters, { engine, account })) ?? []
  })
}

async function accountsOf(app: Parts, db: TenantDb): Promise<Map<CitationEngine, Account>> {
  const accounts = new Map<CitationEngine, Account>()
  for (const [engine, account] of app.engines.operator.accounts) {
    accounts.set(engine, { ...account, owner: 'operator', isStill: () => Promise.resolve(true) })
  }
  for (const row of await db.engineKeys.all()) {
    const engine = CITATION_ENGINES.find((one) => one === row.engine)
    if (engine === undefined) continue
    const account = ownAccount(app, db.orgId, row)
    if (!account) {
      accounts.delete(engine)
      continue
    }
    const isStill = async () => (await db.engineKeys.find(engine))?.sealed_key === row.sealed_key
    accounts.set(engine, { ...account, owner: 'organization', isStill })
  }
  return accounts
}

/**
 * Makes an engine that can be asked from its account; undefined where neither the account nor the vendor's defaults
 * have an address and a model.
 */
function askableEngine(
  app: Parts,
  adapters: typeof WIRE_ADAPTERS,
  { engine, account }: { engine: CitationEngine; account: Account },
): AskableEngine | undefined {
  const { adapter, access } = ENGINE_ADAPTERS[engine]
  if (adapter === 'fake') return undefined
  const { baseUrl, defaultModel, pace } = ADAPTER_FACTS[adapter]
  const address = account.baseUrl ?? baseUrl
  const model = account.model ?? defaultModel
  if (address === undefined || model === undefined) return undefined
  const wire = adapters[adapter]
  return {
    engine,
    adapter,
    access,
    model,
    setup: wire.setupOf(account.tool),
    isOwnKey: account.owner === 'organization',
    pace,
    costMicrosOf: (usage) => costMicros(model, usage),
    async ask(question, signal) {
      const { key, tool, owner } = account
      if (!(await account.isStill())) {
        throw new EngineError('unauthorized', 'The key was deleted or replaced')
      }
      const send = sender(app, { owner, address, signal })
      return boundedAnswer(await wire.ask({ model, key, tool, send }, question))
    },
  }
}

/** Makes the function that sends the requests of one check, which share its time limit. */
function sender(
  { engines, elapsed }: Parts,
  { owner, address, signal }: Pick<EngineRequest, 'owner' | 'signal'> & { address: string },
): Wire['send'] {
  const endsAt = elapsed() + ASK_TIMEOUT_MS
  return async ({ path, query, body, headers = {} }) => {
    signal.throwIfAborted()
    const timeoutMs = endsAt - elapsed()
    if (timeoutMs <= 0) throw new EngineError('timeout', 'No complete answer in time')
    return engines.send({
      owner,
      method: body === undefined ? 'GET' : 'POST',
      url: engineUrl(address, path, query),
      headers,
      body: body && written(body),
      timeoutMs,
      signal,
    })
  }
}

/**
 * Returns a body as JSON. Throws EngineError where it repeats text of the engine that is nested too deep to be written.
 */
function written(body: object): string {
  try {
    return JSON.stringify(body)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new EngineError('unexpected_shape', 'The answer is nested too deep to be sent again')
  }
}

const FAKE: AdapterId = 'fake'

function fakeEngine(subject: FakeSubject | undefined): AskableEngine {
  const { defaultModel: model = FAKE, pace } = ADAPTER_FACTS[FAKE]
  return {
    engine: 'fake',
    adapter: FAKE,
    access: ENGINE_ADAPTERS.fake.access,
    model,
    setup: FAKE_SETUP,
    isOwnKey: false,
    pace,
    costMicrosOf: (usage) => costMicros(model, usage),
    async ask(question: EngineQuestion, signal) {
      signal.throwIfAborted()
      return inventAnswer(question, subject)
    },
  }
}
