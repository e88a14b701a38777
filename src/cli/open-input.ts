import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Opens the file that an argument names; `-` is standard input. Rejects with CliError where it cannot be read. */
export async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const stream = createReadStream(file)
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream))
    stream.once('error', (error) => reject(new CliError(`Cannot read ${file}: ${error.message}`)))
  })
}
