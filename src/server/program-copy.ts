import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makePrivateFolder } from '../../db/sqlite/private-file.ts'
import { assertSqliteLoads, SQLITE_PACKAGE } from '../../db/sqlite/sqlite-package.ts'
import { INSTALLATION, PROJECT_FOLDER } from './environment.ts'

/** What the bundle leaves outside: `external` of `build.js`, and what is given to `createRequire`. */
const PACKAGES = ['@node-rs/argon2', 'piscina', 'crawler-user-agents', 'tldts', SQLITE_PACKAGE]

/** Native packages list what fetches them at installation, with thirty packages of its own, among those that they need. */
const INSTALLER = 'prebuild-install'

/** A process reads these; sources in other languages and types take most of the room of a package. */
const READ = /\.(?:js|cjs|mjs|json|node)$/

/**
 * A copy of the program that one server runs from. It reads parts of itself for as long as it lives, each thread all of
 * them, and an upgrade replaces `dist/` and `node_modules/` beside it. A link to a file keeps it when a build or npm puts another
 * one in its place.
 */
export interface ProgramCopy {
  /** The folder that takes the place of `dist/`. */
  readonly bundle: string
  /** Removes what servers left that were killed; the caller has the lock of the server. */
  removeLeft(): void
  remove(): void
}

/**
 * Links or copies the bundle, and the packages that it needs, to beside the database. Throws where that cannot be, or where the
 * copy could not be run from there, and leaves nothing.
 */
export function copyProgram(bundle: string, databaseFile: string): ProgramCopy {
  const all = `${databaseFile}-program`
  makePrivateFolder(dirname(databaseFile))
  mkdirSync(all, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(all, `${process.pid}-`))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copied = join(folder, 'dist')
    copyBundle(bundle, copied)
    copyPackages(bundle, join(folder, 'node_modules'))
    writeFileSync(join(folder, INSTALLATION), PROJECT_FOLDER)
    assertSqliteLoads(join(copied, 'main.js'))
    return { bundle: copied, removeLeft: () => removeLeft(all, folder), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Names begin with the number of the process. One with our own number was another's, in a container before. */
function removeLeft(all: string, own: string): void {
  for (const name of readdirSync(all)) {
    const pid = Number.parseInt(name, 10)
    const isOthers = name !== basename(own)
    if (isOthers && (pid === process.pid || !isAlive(pid))) {
      rmSync(join(all, name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Copies what a server reads of the bundle. */
function copyBundle(bundle: string, copied: string): void {
  mkdirSync(copied)
  // @NOTE the build writes this list.
  const names = JSON.parse(readFileSync(join(bundle, 'server-files.json'), 'utf8')) as string[]
  for (const name of names) linkOrCopy(join(bundle, name), join(copied, name))
}

/** Copies packages with those that they need and that are installed. */
function copyPackages(bundle: string, modules: string): void {
  const sources = new Map<string, string>()
  const copy = (name: string, by: { source: string; target: string }): void => {
    const source = findPackage(name, by.source)
    if (source === undefined || sources.get(name) === source) return
    // Another version of the same package lies below the one that wants it.
    const target = join(sources.has(name) ? join(by.target, 'node_modules') : modules, name)
    if (existsSync(target)) return
    if (!sources.has(name)) sources.set(name, source)
    copyFiles(source, target, (file) => READ.test(file))
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies }
    for (const other of Object.keys(needed)) {
      if (other !== INSTALLER) copy(other, { source, target })
    }
  }
  for (const name of PACKAGES) copy(name, { source: bundle, target: bundle })
}

// @NOTE npm installs no package whose manifest has another form.
interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Finds a package as Node does, in the folders above; optional ones may be missing. */
function findPackage(name: string, from: string): string | undefined {
  const folders = createRequire(join(from, 'main.js')).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  return found === undefined ? undefined : realpathSync(found)
}

/** Makes only folders that hold a file: most folders of packages hold other languages and types. */
function copyFiles(from: string, to: string, isWanted: (name: string) => boolean): void {
  let isMade = false
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) copyFiles(source, target, isWanted)
    } else if (isWanted(entry.name) && isOfHere(source)) {
      if (!isMade) mkdirSync(to, { recursive: true })
      isMade = true
      // To find out what a plain file really is costs as much as a link to it.
      linkOrCopy(entry.isSymbolicLink() ? realpathSync(source) : source, target)
    }
  }
}

/** A link takes no room and no time; another file system, and the files of another user, have none. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    copyFileSync(source, target)
  }
}

/**
 * Packages that a package has for itself are copied by their names; no program needs what tests a package, what a compiler
 * reads or left, or the form of a package for bundlers. To look into each of their folders costs a start as much as a link.
 */
const SKIPPED = new Set(
  'node_modules packages test benchmark deps .deps obj obj.target types es6'.split(' '),
)

/** Native code for other systems lies beside that for this one, in a folder `prebuilds`. */
function isOfHere(file: string): boolean {
  if (basename(dirname(file)) !== 'prebuilds') return true
  return basename(file).startsWith(process.platform) && file.includes(process.arch)
}
