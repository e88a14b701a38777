import type { Plan } from '../kernel/plan/plans.ts'
import { TestApp, type TestOrg } from './start-test-app.ts'

type AppOptions = Parameters<typeof TestApp.start>[0]
export type KeyedParts = Pick<KeyedApp, 'app' | 'org' | 'key'> & { ownsApp: boolean }

/** A service, and an organization with a key that may do everything. A service that was started for it ends with it. */
export class KeyedApp implements AsyncDisposable {
  readonly app: TestApp
  readonly org: TestOrg
  readonly key: string
  readonly #ownsApp: boolean

  protected constructor({ app, org, key, ownsApp }: KeyedParts) {
    this.app = app
    this.org = org
    this.key = key
    this.#ownsApp = ownsApp
  }

  protected static async parts(plan?: Plan, options?: AppOptions): Promise<KeyedParts> {
    const app = await TestApp.start(options)
    return { ...(await KeyedApp.partsOn(app, plan)), ownsApp: true }
  }

  /** Makes the parts of another organization, on a service that outlives it. */
  protected static async partsOn(app: TestApp, plan?: Plan): Promise<KeyedParts> {
    const org = await app.org(plan)
    return { app, org, key: await app.key(org), ownsApp: false }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsApp) await this.app[Symbol.asyncDispose]()
  }
}
