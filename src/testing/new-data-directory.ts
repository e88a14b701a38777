import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes an empty folder for the data of a service; in memory where `prepare-data.js` found room, since tests commit often. */
export const newDataDirectory = (): string =>
  mkdtempSync(join(process.env['TESTED_DATA'] ?? tmpdir(), 'citable-'))

/**
 * Puts the data of a service with the newest schema and no organization into an empty folder. `prepare-data.js` has made
 * it for this run; where Vitest does not run, the service that starts there migrates by itself.
 */
export function copyMigrated(folder: string): void {
  const file = process.env['MIGRATED_FILE']
  if (file !== undefined) copyFileSync(file, join(folder, 'citable.db'))
}
