import { readFileSync } from 'node:fs'

/** A set of the protocol's vectors; some name documents that several share. */
interface VectorSet<T> {
  documents: Readonly<Record<string, unknown>>
  vectors: readonly T[]
}

/** Reads a set of the protocol's vectors by its name. */
export function readVectors<T extends { id: string }>(set: string): VectorSet<T> {
  const file = new URL(`../protocol/spec/vectors/${set}.json`, import.meta.url)
  // @NOTE each set has a schema or a second implementation that reads it, and the caller says its form.
  const { documents = {}, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Partial<
    VectorSet<T>
  >
  return { documents, vectors: vectors ?? [] }
}
