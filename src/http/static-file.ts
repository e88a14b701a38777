import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a file that lies in the repository at `source`. The bundle has a copy next to it, under the same
 * name, so that it runs without sources and development dependencies.
 */
export function staticFile(source: string): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return isBundled ? join(here, basename(source)) : join(here, '../..', source)
}

const isBundled = !import.meta.url.endsWith('/static-file.ts')
