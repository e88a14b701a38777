import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RequestMetrics } from '../http/request-metrics.ts'
import { gaugeText } from '../lib/metrics/gauge-text.ts'
import { ProcessMetrics } from './process-metrics.ts'
import type { ReadParts } from './read-parts.ts'
import type { ServingServices } from './services.ts'

/** Reports the counts of this process, and its state at the moment of a scrape. */
export class ServiceMetrics implements Disposable {
  readonly requests = new RequestMetrics()
  readonly #process: ProcessMetrics
  readonly #services: ServingServices
  readonly #readParts: ReadParts

  constructor(services: ServingServices, readParts: ReadParts) {
    this.#services = services
    this.#readParts = readParts
    this.#process = new ProcessMetrics(services.context.now)
  }

  /** Returns all metrics in the Prometheus text format. */
  async text(): Promise<string> {
    const { assistantCalls, database, deliveries } = this.#services
    const parts = await this.#readParts()
    const texts = [
      this.requests.text(),
      assistantCalls.metricsText(),
      eventsText(this.#services),
      partsText(parts),
      parts['database']?.status === 'down' ? '' : await jobsText(this.#services),
      parts['database']?.status === 'down' ? '' : await deliveries.metricsText(),
      await storageText(database.file),
      await this.#process.text(),
    ]
    return texts.join('')
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]()
  }
}

function eventsText({ database }: ServingServices): string {
  const { waiting, counts, failedGroups } = database.events.state()
  const samples = Object.entries(counts).map(([outcome, value]) => ({
    labels: { outcome },
    value,
  }))
  return [
    gaugeText('citable_events_total', 'Events by what became of them.', samples, 'counter'),
    gaugeText('citable_events_waiting', 'Events that wait for the disk.', waiting),
    gaugeText(
      'citable_event_groups_failed_total',
      'Groups of events that could not be stored, and were refused.',
      failedGroups,
      'counter',
    ),
  ].join('')
}

function partsText(parts: Awaited<ReturnType<ReadParts>>): string {
  const samples = Object.entries(parts).map(([part, { status }]) => ({
    labels: { part },
    value: status === 'ok' ? 1 : 0,
  }))
  return gaugeText('citable_part_ok', 'Parts of /readyz: 1 where all is well.', samples)
}

async function jobsText({ database, context }: ServingServices): Promise<string> {
  const counts = await database.health.jobCounts()
  const oldestAt = await database.health.oldestJobAt()
  const lateMs = Math.max(0, context.now() - (oldestAt ?? context.now()))
  return [
    gaugeText(
      'citable_jobs',
      'Jobs by queue; those that are dead failed for good.',
      counts.map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs })),
    ),
    gaugeText('citable_job_delay_seconds', 'How long the oldest job is due.', lateMs / 1_000),
  ].join('')
}

/** Writes the size of the data and the free space; a number that cannot be read is left out. */
async function storageText(file: string): Promise<string> {
  const [database, log, disk] = await Promise.allSettled([
    stat(file),
    stat(`${file}-wal`),
    statfs(dirname(file)),
  ])
  return [
    database.status === 'fulfilled'
      ? gaugeText('citable_database_bytes', 'Size of the database.', database.value.size)
      : '',
    log.status === 'fulfilled'
      ? gaugeText('citable_database_log_bytes', 'Size of the write-ahead log.', log.value.size)
      : '',
    disk.status === 'fulfilled'
      ? gaugeText(
          'citable_disk_free_bytes',
          'Free space where the data is.',
          disk.value.bavail * disk.value.bsize,
        )
      : '',
  ].join('')
}
