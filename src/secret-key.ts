import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { closeToOthers, makePrivateFolder, type ExposedHandler } from '../db/sqlite/private-file.ts'

/** The server's secret: from the environment, or from a file beside the data that is made once and readable by its owner alone. */
export function readSecretKey(
  fromEnvironment: string | undefined,
  databaseFile: string,
  exposed: ExposedHandler,
): Buffer {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment)
  const file = join(dirname(databaseFile), 'citable.key')
  if (!existsSync(file)) {
    makePrivateFolder(dirname(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600) // the umask may have kept its owner out
  }
  closeToOthers(file, exposed)
  return Buffer.from(readFileSync(file, 'utf8').trim())
}

/** A key of its own for each purpose, so that none can stand in for another. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`citable ${purpose}`).digest()
