import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../lib/time/clock.ts'
import type { Plan } from '../kernel/plan/plans.ts'
import { copyMigrated, newDataDirectory } from './new-data-directory.ts'
import { ServerChild, type Failpoint } from './server-child.ts'
import { TestApp } from './start-test-app.ts'
import { inspectData, rollupDifferences, storedPaths } from './stored-events.ts'

interface ServeOptions {
  maxFileBytes?: number
  environment?: Record<string, string>
  failpoint?: Failpoint
}

/** A folder with the data of a service, which outlives the processes that work on it. */
export class DataFolder implements Disposable {
  readonly path: string

  /**
   * By default the folder is on the disk, where a server links its program to; commands and migrations need no disk.
   */
  constructor(path = mkdtempSync(join(tmpdir(), 'citable-data-'))) {
    this.path = path
  }

  static inMemory(): DataFolder {
    return new DataFolder(newDataDirectory())
  }

  /** Makes one in memory where the schema is up to date, and nothing else is there. */
  static migrated(): DataFolder {
    const folder = DataFolder.inMemory()
    copyMigrated(folder.path)
    return folder
  }

  /** Copies another folder. A server may be running on it, as long as it does nothing at the moment. */
  static copyOf(path: string): DataFolder {
    const copy = new DataFolder()
    cpSync(path, copy.path, { recursive: true })
    return copy
  }

  get file(): string {
    return join(this.path, 'citable.db')
  }

  /** Makes what a test needs and stops again. */
  async setUp(plan: Plan = 'business') {
    if (!existsSync(this.file)) copyMigrated(this.path)
    const startAt = new Date(systemClock()).toISOString()
    await using app = await TestApp.start({ directory: this.path, startAt })
    const org = await app.org(plan)
    const key = await app.key(org)
    return { orgId: org.id, key, session: await app.session(org), siteId: await app.site(key) }
  }

  /** Starts the server as a process of its own, where each client has an address, as behind a proxy. */
  serve({ maxFileBytes, environment, failpoint }: ServeOptions = {}): Promise<ServerChild> {
    return ServerChild.start({
      directory: this.path,
      environment: { TRUST_PROXY: '1', ...environment },
      ...(maxFileBytes !== undefined && { maxFileBytes }),
      ...(failpoint && { failpoint }),
    })
  }

  /** The paths of the stored events. Throws unless the file is whole and its rollups equal the raw events. */
  storedPaths(): string[] {
    return inspectData(this.path, (db) => {
      const verdict = db.pragma('integrity_check', { simple: true })
      if (verdict !== 'ok') throw new Error(`The file is damaged: ${String(verdict)}`)
      const wrong = rollupDifferences(db)
      if (wrong.length > 0) throw new Error(`Rollups are wrong: ${JSON.stringify(wrong)}`)
      return storedPaths(db)
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
