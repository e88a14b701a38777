import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { PageWriter } from './export/page-writer.ts'
import type { ReadReply, ReadRequest } from './read-pool.ts'
import { connectReader, copyLogBack } from './sqlite/connect.ts'
import { StatementCache } from './sqlite/statement-cache.ts'

/** Small, because scans pass through it once; the system's own cache keeps the file. */
const CACHE_KIB = 4_096

/**
 * A reading thread: one statement a message, rows or bytes back. What it is asked can only read, and only for
 * so long; for upkeep it has a connection of its own, as long as that takes.
 */
function serve(file: string): void {
  let deadline = Number.POSITIVE_INFINITY
  const inTime = (): boolean => {
    if (performance.now() > deadline) throw new TimeIsOver()
    return true
  }
  const connection = connectReader(file, { cacheKib: CACHE_KIB, inTime })
  const statements = new StatementCache(connection)
  let pages: PageWriter | undefined
  const read = ({ sql, parameters, form, page, isUpkeep }: ReadRequest) => {
    if (isUpkeep === true) {
      copyLogBack(file)
      return { rows: [] }
    }
    if (!page) return { rows: statements.get(sql, form).all(parameters) }
    const rows = connection.prepare(sql).raw().iterate(parameters)
    pages ??= new PageWriter(connection)
    return { page: pages.write(rows, page) }
  }
  parentPort?.on('message', (request: ReadRequest) => {
    deadline = performance.now() + request.timeoutMs
    const reply = answer(request, read)
    const moved = 'page' in reply ? [reply.page.bytes.buffer as ArrayBuffer] : []
    parentPort?.postMessage(reply, moved)
  })
}

class TimeIsOver extends Error {
  readonly code = 'TIME_IS_OVER'
}

type Result = { rows: unknown[] } | { page: Extract<ReadReply, { page: unknown }>['page'] }

function answer(request: ReadRequest, read: (request: ReadRequest) => Result): ReadReply {
  const { id } = request
  try {
    return { id, ...read(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: { message, code } }
  }
}

// @NOTE workerData is untyped; ReadPool is the only one that starts this thread.
serve((workerData as { file: string }).file)
