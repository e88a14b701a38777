import { readFile } from 'node:fs/promises'
import { CODINGS, type Coding } from '../web/accepted-coding.ts'
import { packBytes } from './pack-bytes.ts'

type PackedForms = Map<Coding, Promise<Buffer>>

const formsOf = new WeakMap<Uint8Array, PackedForms>()

/** The endings of the files that the build writes for the packed forms of a file, behind the name of that file. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>

/**
 * Marks bytes as sent again and again, so that `packedFixed` packs them once for each coding and keeps the result.
 * `forms` holds packed forms that exist already.
 */
export function fixBytes(bytes: Uint8Array, forms: PackedForms = new Map()): void {
  if (!formsOf.has(bytes)) formsOf.set(bytes, forms)
}

/**
 * Reads a file that is sent again and again, with the packed forms that the build put next to it, and marks its bytes
 * by `fixBytes`.
 */
export async function readFixedFile(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  const forms: PackedForms = new Map()
  for (const coding of CODINGS) {
    const packed = await readIfThere(`${path}${ENDINGS[coding]}`)
    if (packed) forms.set(coding, Promise.resolve(packed))
  }
  fixBytes(bytes, forms)
  return bytes
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the packed form of bytes that `fixBytes` has marked; undefined for all others. */
export function packedFixed(bytes: Uint8Array, coding: Coding): Promise<Buffer> | undefined {
  const forms = formsOf.get(bytes)
  if (!forms) return undefined
  const known = forms.get(coding)
  if (known) return known
  const made = packBytes(bytes, coding, 'small')
  forms.set(coding, made)
  return made
}
