/** The store cannot take or give data at the moment: full disk, locked file, failing device. Nothing was written. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** A read took longer than it may. Asking again would take as long. */
export class QueryTimeoutError extends Error {
  override name = 'QueryTimeoutError'
  readonly limitMs: number

  constructor(limitMs: number, options?: ErrorOptions) {
    super(`The read took longer than ${limitMs} ms`, options)
    this.limitMs = limitMs
  }
}

/** A row with the same key exists. */
export class UniqueViolationError extends Error {
  override name = 'UniqueViolationError'
}

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/
const UNIQUE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/

/** SQLite's result codes as the two failures that callers handle; everything else stays what it was. */
export function translateSqliteError(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  if (UNAVAILABLE.test(code)) {
    return new StorageUnavailableError(`Storage unavailable: ${code}`, { cause: error })
  }
  if (UNIQUE.test(code)) return new UniqueViolationError('The row exists', { cause: error })
  return error
}

export const isBusy = (error: unknown): boolean =>
  (sqliteCode(error) ?? '').startsWith('SQLITE_BUSY')

function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined
}
