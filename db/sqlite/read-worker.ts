import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { ExportPageWriter } from '../export/export-page-writer.ts'
import type { ReadReply, ReadRequest, ReadResult, ReadThreadData } from './read-thread.ts'
import { connectReader, checkpointLog, type SqliteConnection } from './connect.ts'
import { StatementCache } from './statement-cache.ts'
import { FACET_COLUMNS, type ExportCell, type NameLookup } from '../export/export-format.ts'

/** The page cache in KiB: small, because long reads pass through it once, and the system's own cache keeps the file. */
const CACHE_KIB = 4_096

/**
 * Serves requests as a reading thread: each message is a statement, and its reply has rows or bytes. Statements can
 * only read, and only within their time limit; a checkpoint opens a connection of its own while it lasts.
 */
function serve({ file, unwanted }: ReadThreadData): void {
  // Linux gives every thread a priority of its own: light answers come before long reads.
  if (process.platform === 'linux') setPriority(0, 5)
  let deadline = Number.POSITIVE_INFINITY
  let id = 0
  const inTime = (): boolean => {
    if (performance.now() > deadline) throw new ReadEnded('TIME_IS_OVER')
    if (Atomics.load(unwanted, 0) === id) throw new ReadEnded('UNWANTED')
    return true
  }
  const connection = connectReader(file, { cacheKib: CACHE_KIB, inTime })
  const statements = new StatementCache(connection)
  let pages: ExportPageWriter | undefined
  const read = ({ sql, parameters, form, page, isCheckpoint }: ReadRequest) => {
    if (isCheckpoint === true) {
      checkpointLog(file)
      return { rows: [] }
    }
    if (!page) return { rows: statements.get(sql, form).all(parameters) }
    const rows = connection.prepare(sql).raw().iterate(parameters)
    pages ??= new ExportPageWriter(sqliteNameLookup(connection))
    return { page: pages.write(rows, page) }
  }
  parentPort?.on('message', (request: ReadRequest) => {
    deadline = performance.now() + request.timeoutMs
    id = request.id
    const reply = replyTo(request, read)
    const moved = 'page' in reply ? [reply.page.bytes.buffer as ArrayBuffer] : []
    parentPort?.postMessage(reply, moved)
  })
}

/** The error that is thrown within a read to end it; ReadPool knows its codes. */
class ReadEnded extends Error {
  readonly code: 'TIME_IS_OVER' | 'UNWANTED'

  constructor(code: ReadEnded['code']) {
    super(code)
    this.code = code
  }
}

function replyTo(request: ReadRequest, read: (request: ReadRequest) => ReadResult): ReadReply {
  const { id } = request
  try {
    return { id, ...read(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: { message, code } }
  }
}

// @NOTE workerData is untyped; ReadThread is the only one that starts this thread.
serve(workerData as ReadThreadData)

/** Returns functions that look up, one by one, the texts that the numbers in exported rows stand for. */
function sqliteNameLookup(connection: SqliteConnection): NameLookup {
  const page = connection.prepare<[number], string>('SELECT path FROM page WHERE num = ?').pluck()
  const term = connection.prepare<[number], string>('SELECT value FROM term WHERE num = ?').pluck()
  const facet = connection
    .prepare<[number], ExportCell[]>(`SELECT ${FACET_COLUMNS.join(', ')} FROM facet WHERE num = ?`)
    .raw()
  return {
    path: (num) => page.get(num) ?? null,
    term: (num) => term.get(num) ?? null,
    facet: (num) => facet.get(num) ?? FACET_COLUMNS.map(() => null),
  }
}
