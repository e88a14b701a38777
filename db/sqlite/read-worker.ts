import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { ExportPageWriter } from '../export/export-page-writer.ts'
import type { ReadReply, ReadRequest, ReadResult, ReadThreadData } from './read-thread.ts'
import { connectReader, checkpointLog } from './connect.ts'
import { sqliteNameLookup } from './name-lookup.ts'
import { StatementCache } from './statement-cache.ts'

/** Small, because scans pass through it once; the system's own cache keeps the file. */
const CACHE_KIB = 4_096

/**
 * A reading thread: one statement a message, rows or bytes back. What it is asked can only read, and only for
 * so long; for upkeep it has a connection of its own, as long as that takes.
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

/** Ends a read from within; ReadPool knows what the codes mean. */
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
