import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '../../src/server/services.ts'
import { readConfig } from '../../src/server/config.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { print } from '../harness/report.ts'
import { runKeyCreate, runOwnerCreate, makeInstallation } from '../product/product.ts'
import { fillSite, makeTerms } from './fill-site.ts'

/** Raise when the same arguments give other events. */
const VERSION = 7
export const SITES = 200

/** The most bytes of disk that an event takes while the dataset is made. */
const BYTES_PER_EVENT = 250

export interface Dataset {
  directory: string
  file: string
  events: number
  key: string
  orgId: string
  /** Ids of the largest, a middle and a small site. */
  sites: Readonly<Record<'largest' | 'middle' | 'small', string>>
  /** The end of the year that the events fill: midnight, UTC. */
  endMs: number
}

/** Opens 200 sites of one organization with a year of events by Zipf's law; the dataset is made once and kept. */
export async function openDataset(events: number, data: string | undefined): Promise<Dataset> {
  const parent = data ?? join(tmpdir(), 'citable-bench-data')
  const directory = join(parent, `v${VERSION}-${events}`)
  if (!existsSync(directory)) await makeDataset(parent, directory, events)
  return describe(directory, events)
}

async function makeDataset(parent: string, directory: string, events: number): Promise<void> {
  mkdirSync(parent, { recursive: true })
  assertRoom(parent, events)
  const draft = `${directory}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  print(`Making ${events.toLocaleString('en')} events of ${SITES} sites in ${directory} …`)
  const installation = await makeInstallation(draft)
  const orgId = await runOwnerCreate(installation, 'bench')
  await runKeyCreate(installation, orgId, 1)
  const config = readConfig({ ...installation.env })
  const log = createLogger('warn')
  const startedAt = performance.now()
  await using services = await openServices(config, Date.now, log)
  for (let rank = 1; rank <= SITES; rank++) await insertSite(services, orgId, rank)
  fillEvents(join(draft, 'bench.db'), events)
  print(`  events written after ${seconds(startedAt)} s`)
  const { maintenance } = services.database
  for (let num = 1; num <= SITES; num++) for await (const _ of maintenance.rebuild(num));
  const now = Date.now()
  for (let more = true; more;) more = await maintenance.forgetExpiredStep(now)
  print(`  rollups counted after ${seconds(startedAt)} s`)
  await services[Symbol.asyncDispose]()
  renameSync(draft, directory)
}

const seconds = (startedAt: number): string => ((performance.now() - startedAt) / 1_000).toFixed(0)

function assertRoom(parent: string, events: number): void {
  const { bavail, bsize } = statfsSync(parent)
  const needed = events * BYTES_PER_EVENT
  if (bavail * bsize < needed) {
    throw new Error(
      `${parent} needs ${Math.ceil(needed / 1e9)} GB of free disk; name another folder with --data`,
    )
  }
}

async function insertSite(
  { context }: Awaited<ReturnType<typeof openServices>>,
  orgId: string,
  rank: number,
): Promise<void> {
  const now = context.now()
  const domain = `site${rank}.bench.example`
  await context
    .tenant(orgId)
    .sites.insert({
      id: context.newId('site'),
      name: domain,
      domain,
      url: `https://${domain}/`,
      aliases: '[]',
      language: null,
      country: null,
      timezone: 'UTC',
      rollup_timezone: 'UTC',
      rollup_version: 0,
      raw_from: 0,
      visits_from: 0,
      campaigns_from: 0,
      scan_schedule: 'off',
      scan_options: '{}',
      next_scan_at: null,
      widget_settings: '{}',
      own_parameters: null,
      learned_parameters: '[]',
      typed_parameters: '[]',
      addresses_version: 0,
      language_model: 1,
      widget_place: null,
      brand: null,
      basket_revision: 0,
      citation_schedule: null,
      next_citation_run_at: null,
      status: 'active',
      question_mode: 'full',
      reader_questions: 'ask',
      honour_opt_out: 0,
      install_first_seen_at: null,
      install_last_seen_at: null,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute()
}

function fillEvents(file: string, events: number): void {
  const db = new Sqlite(file)
  try {
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -262144')
    const terms = makeTerms(db)
    const harmonic = Array.from({ length: SITES }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b, 0)
    const endMs = endOfYear()
    for (let rank = 1; rank <= SITES; rank++) {
      fillSite(db, terms, { siteNum: rank, events: Math.round(events / harmonic / rank), endMs })
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

const DAY_MS = 86_400_000

/** Returns the midnight that begins today, so that the last day is whole and recent. */
const endOfYear = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS

async function describe(directory: string, events: number): Promise<Dataset> {
  const file = join(directory, 'bench.db')
  const db = new Sqlite(file)
  const orgId = String(db.prepare('SELECT id FROM organization').pluck().get())
  const idOf = (num: number): string =>
    String(db.prepare('SELECT id FROM site WHERE num = ?').pluck().get(num))
  const sites = { largest: idOf(1), middle: idOf(20), small: idOf(150) }
  const lastAt = Number(db.prepare('SELECT MAX(at) FROM event WHERE site_num = 1').pluck().get())
  db.close()
  const [key = ''] = await runKeyCreate(await makeInstallation(directory), orgId, 1)
  return { directory, file, events, key, orgId, sites, endMs: Math.ceil(lastAt / DAY_MS) * DAY_MS }
}
