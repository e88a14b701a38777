import { parentPort, workerData } from 'node:worker_threads'
import type { ReadReply, ReadRequest } from './read-pool.ts'
import { connectReader } from './sqlite/connect.ts'
import { StatementCache } from './sqlite/statement-cache.ts'

/** A reading thread: one statement a message, rows back. It can only read. */
function serve(file: string): void {
  const connection = connectReader(file)
  const statements = new StatementCache(connection)
  parentPort?.on('message', ({ id, sql, parameters }: ReadRequest) => {
    parentPort?.postMessage(answer(id, () => statements.get(sql).all(parameters)))
  })
}

function answer(id: number, read: () => unknown[]): ReadReply {
  try {
    return { id, rows: read() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: { message, code } }
  }
}

// @NOTE workerData is untyped; ReadPool is the only one that starts this thread.
serve((workerData as { file: string }).file)
