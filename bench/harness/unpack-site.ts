import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Unpacks a site's archive into a folder, and returns the folder of its pages. */
export function unpackSite(archive: string, folder: string): string {
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const [inner = '.'] = readdirSync(folder)
  return join(folder, inner)
}
