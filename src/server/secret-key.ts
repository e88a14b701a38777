import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  removeOthersRights,
  makePrivateFolder,
  type ExposedHandler,
} from '../../db/sqlite/private-file.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'

const SECRET_BYTES = 32
/** The number of characters of the secret in its file, in base64url. */
const SECRET_CHARS = Math.ceil((SECRET_BYTES * 8) / 6)

/**
 * Reads the server's secret: from the environment, or from a file next to the data, which is made once and readable by
 * its owner alone.
 */
export function readSecretKey(
  fromEnvironment: string | undefined,
  databaseFile: string,
  exposed: ExposedHandler,
): Buffer {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment)
  const file = keyFileOf(databaseFile)
  if (!existsSync(file)) makeKeyFile(file)
  removeOthersRights(file, exposed)
  const text = readKeyFile(file)
  if (text.length >= SECRET_CHARS) return Buffer.from(text)
  throw new OperatorError(
    `${file} holds no key: put its backup there, or delete it so that another one is made, which ends cursors, links, request limits, webhook secrets and engine keys`,
  )
}

/** Returns the file of the secret, which is used where no setting holds it. */
export const keyFileOf = (databaseFile: string): string =>
  join(dirname(databaseFile), 'citable.key')

/** Makes the file completely or not at all; when two processes make it at once, the first one counts. */
function makeKeyFile(file: string): void {
  makePrivateFolder(dirname(file))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), {
    mode: 0o600,
    flush: true,
  })
  chmodSync(draft, 0o600) // the umask may have kept its owner out
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`${file} cannot be read: ${why}`, { cause: error })
  }
}

/** Derives a key for one purpose from the secret, so that no key can stand in for one of another purpose. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`citable ${purpose}`).digest()

/**
 * Returns a public name of the server with this secret: two addresses that show the same name lead to the same server.
 */
export const instanceOf = (secret: Buffer): string =>
  deriveKey(secret, 'instance').toString('hex').slice(0, 16)
