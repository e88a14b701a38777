import { CliError } from '../cli-error.ts'
import { openInput } from '../open-input.ts'

/**
 * Reads a whole file, or standard input for `-`. Rejects with CliError for a file that cannot be read, is not UTF-8, or
 * is longer than `maxBytes`; no more than that is read.
 */
export async function readWholeText(file: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(file, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CliError(`${nameOf(file)} is no UTF-8 text`, { cause: error })
  }
}

async function readBytes(file: string, maxBytes: number): Promise<Buffer> {
  const input = await openInput(file)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of input) {
      const bytes = Buffer.from(piece)
      size += bytes.length
      // Leaving the loop closes the input, so that one without an end ends here.
      if (size > maxBytes) throw tooLong(file, maxBytes)
      pieces.push(bytes)
    }
  } catch (error) {
    if (error instanceof CliError || !(error instanceof Error)) throw error
    throw new CliError(`Cannot read ${file}: ${error.message}`, { cause: error })
  }
  return Buffer.concat(pieces)
}

const tooLong = (file: string, maxBytes: number): CliError =>
  new CliError(`${nameOf(file)} is longer than ${maxBytes.toLocaleString('en')} octets`)

const nameOf = (file: string): string => (file === '-' ? 'Standard input' : file)
