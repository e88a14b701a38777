import { getSystemErrorMap } from 'node:util'

/** The store cannot take or give data at the moment: full disk, locked file, failing device. Nothing was written. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** A part of the file cannot be read any more. Another attempt does not help; the other parts can be read. */
export class StorageDamagedError extends StorageUnavailableError {
  override name = 'StorageDamagedError'
}

/** A read took longer than it may. Another attempt would take as long. */
export class QueryTimeoutError extends Error {
  override name = 'QueryTimeoutError'
  readonly limitMs: number

  constructor(limitMs: number, options?: ErrorOptions) {
    super(`The read took longer than ${limitMs} ms`, options)
    this.limitMs = limitMs
  }
}

/** The organization has as many long reads waiting as it may have; the read did not begin. */
export class TooManyReadsError extends Error {
  override name = 'TooManyReadsError'
  readonly most: number

  constructor(most: number) {
    super(`${most} reads of the organization wait already`)
    this.most = most
  }
}

/** The caller of a read has left, so the read was ended and no one gets its result. */
export class CallerLeftError extends Error {
  override name = 'CallerLeftError'

  constructor() {
    super('The caller left before the read ended')
  }
}

/**
 * The file of a database cannot be used; the message names the file and the reason, for the operator of the service.
 */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError'
  /** True when the file may become usable without a change to it, as after a lock is released. */
  readonly isTransient: boolean

  constructor(
    message: string,
    { mayPass = false, cause }: { mayPass?: boolean | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isTransient = mayPass
  }
}

/** A row with the same key exists already, so the new one was not stored. */
export class UniqueViolationError extends Error {
  override name = 'UniqueViolationError'
}

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/
/**
 * Matches SQLite's codes for a damaged file: a disk that gives wrong bytes, no bytes (IOERR_READ), or too few
 * (IOERR_SHORT_READ).
 */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_)?READ$|IOERR_CORRUPTFS)/
const UNIQUE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/

/** Turns SQLite's result codes into the errors of this file that callers handle; returns any other error as it is. */
export function translateSqliteError(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  if (DAMAGED.test(code)) {
    return new StorageDamagedError(`Storage damaged: ${code}`, { cause: error })
  }
  if (UNAVAILABLE.test(code)) {
    return new StorageUnavailableError(`Storage unavailable: ${code}`, { cause: error })
  }
  if (UNIQUE.test(code)) return new UniqueViolationError('The row exists', { cause: error })
  return error
}

/** The message for a damaged file; docs/operate.md describes both remedies in the section "A damaged file". */
const DAMAGED_FILE = 'is damaged; restore a backup, or recover what can be read'

/**
 * The reasons why SQLite cannot use a file, by the beginning of its result code, each with whether the reason may pass
 * by itself.
 */
const REASONS: readonly (readonly [code: string, reason: string, mayPass: boolean])[] = [
  ['SQLITE_NOTADB', 'is not a database', false],
  ['SQLITE_CORRUPT', DAMAGED_FILE, false],
  ['SQLITE_READONLY', 'cannot be written, or its folder cannot; make both writable', true],
  ['SQLITE_CANTOPEN', 'cannot be opened, or its folder cannot be written', true],
  ['SQLITE_PERM', 'cannot be opened: permission denied', true],
  [
    'SQLITE_BUSY',
    'is locked by another process; end that one, or start again once it is done',
    true,
  ],
  ['SQLITE_FULL', 'cannot be written: the disk is full', true],
  ['SQLITE_IOERR', 'cannot be read or written: the disk fails, or is full', true],
]

/** Matches SQLite's message that a table of a migration exists, as it does in a file that another program uses too. */
const TAKEN = /^(table \w+) already exists/

/**
 * Turns the error of opening a file into an UnusableDatabaseError that names the file and the reason; returns an error
 * that no file can cause as it is.
 */
export function toUnusableDatabaseError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnusableDatabaseError) return error
  const taken = TAKEN.exec(error.message)?.[1]
  if (taken !== undefined) {
    return new UnusableDatabaseError(
      `${file} has a ${taken} that is not one of Citable; set DATABASE_URL to a file of its own`,
      { cause: error },
    )
  }
  const code = sqliteCode(error instanceof StorageUnavailableError ? error.cause : error)
  const [, reason, mayPass] = REASONS.find(([start]) => code?.startsWith(start)) ?? []
  if (reason !== undefined) {
    return new UnusableDatabaseError(`${file} ${reason}`, { cause: error, mayPass })
  }
  const [name, meaning] = getSystemErrorMap().get('errno' in error ? Number(error.errno) : 0) ?? []
  if (name === undefined) return error
  // The folder could not be made because one of its parents is a file.
  const words = name === 'EEXIST' ? 'a part of its path is a file' : meaning
  return new UnusableDatabaseError(`${file} cannot be read and written: ${words}`, {
    cause: error,
    mayPass: true,
  })
}

/** Returns true for an error by which SQLite says that the file itself is damaged. */
export const isDamage = (error: unknown): boolean => DAMAGED.test(sqliteCode(error) ?? '')

export const isBusy = (error: unknown): boolean =>
  (sqliteCode(error) ?? '').startsWith('SQLITE_BUSY')

function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined
}
