import type { NewJob } from '../../db/jobs/job-store.ts'
import type { TenantDb } from '../../db/tenant/tenant-db.ts'
import { inspectOrg } from './org-rows.ts'
import type { TestApp } from './start-test-app.ts'
import { type JobHandler, type RunningJob } from '../queue/job-handler.ts'
import { JobRunner } from '../queue/job-runner.ts'

export const LEASE_MS = 60_000

/** Rejects, for what cannot happen in a test that does not define it. */
const unexpected = () => Promise.reject(new Error('Unexpected'))

/** A queue of a new organization, with a job that may run at once, whose runners a test starts. */
export class TestQueue {
  readonly app: TestApp
  readonly tenant: TenantDb
  /** The name under which its jobs are stored. */
  readonly name: string

  private constructor(app: TestApp, tenant: TenantDb) {
    this.app = app
    this.tenant = tenant
    this.name = `test of ${tenant.orgId}`
  }

  static async on(app: TestApp): Promise<TestQueue> {
    const queue = new TestQueue(app, app.app.services.context.tenant((await app.org()).id))
    await queue.enqueue(queue.job())
    return queue
  }

  /** Makes a job of the organization, by default one of this queue that may run from now on. */
  job(fields: Partial<NewJob> = {}): NewJob {
    const id = this.app.app.services.context.newId('job')
    const payload = JSON.stringify({ orgId: this.tenant.orgId })
    return { id, queue: this.name, payload, runAt: this.app.clock.now(), ...fields }
  }

  enqueue(job: NewJob): Promise<void> {
    return this.tenant.jobs.enqueue([job], this.app.clock.now())
  }

  async start(handler: Partial<JobHandler>, isAlone = false): Promise<JobRunner> {
    const { database, log } = this.app.app.services
    const runner = new JobRunner(database.jobs, this.app.clock, log)
    const rest = { concurrency: 1, leaseMs: LEASE_MS, maxAttempts: 2, backoffMs: () => 1_000 }
    const whole: JobHandler = { ...rest, run: unexpected, buried: unexpected, ...handler }
    await runner.start({ [this.name]: whole }, { isAlone })
    return runner
  }

  /** Reads something of the first job of the organization, or of all of them. */
  stored(what: string): unknown {
    return inspectOrg(this.app.directory, this.tenant.orgId, (db) =>
      db.prepare(`SELECT ${what} FROM job`).pluck().get(),
    )
  }
}

/** Makes a run that takes a job and works on it until its signal ends. */
export function held() {
  let begin: ((running: RunningJob) => void) | undefined
  const begun = new Promise<RunningJob>((resolve) => {
    begin = resolve
  })
  const run = (running: RunningJob) =>
    new Promise<void>((_, reject) => {
      running.signal.addEventListener('abort', () => reject(running.signal.reason))
      begin?.(running)
    })
  return { begun, run }
}
