import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads every byte of every file in the data folder of a service. */
export const storedBytes = (directory: string): Buffer =>
  Buffer.concat(readdirSync(directory).map((file) => readFileSync(join(directory, file))))
