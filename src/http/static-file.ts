import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file that the service sends as it is; `root` is the folder of its name. */
export interface StaticFile {
  root: string
  name: string
}

/**
 * Finds a file that lies in the repository at `source`: the bundle has a copy beside it, under the same name, so that it
 * runs without sources and development dependencies.
 */
export function staticFile(source: string): StaticFile {
  const here = dirname(fileURLToPath(import.meta.url))
  const name = basename(source)
  return { root: isBundled ? here : join(here, '../..', dirname(source)), name }
}

const isBundled = !import.meta.url.endsWith('/static-file.ts')
