import type { Plan } from '../kernel/plans.ts'
import { TestApp, type TestOrg } from './start-test-app.ts'

type AppOptions = Parameters<typeof TestApp.start>[0]
type Parts = Pick<KeyedApp, 'app' | 'org' | 'key'>

/** A service, and an organization with a key that may do everything. The service ends with it. */
export class KeyedApp implements AsyncDisposable {
  readonly app: TestApp
  readonly org: TestOrg
  readonly key: string

  protected constructor({ app, org, key }: Parts) {
    this.app = app
    this.org = org
    this.key = key
  }

  protected static async parts(plan?: Plan, options?: AppOptions): Promise<Parts> {
    const app = await TestApp.start(options)
    const org = await app.org(plan)
    return { app, org, key: await app.key(org) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
  }
}
