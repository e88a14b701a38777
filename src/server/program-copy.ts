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

/** The packages that the bundle leaves outside: `external` of `build.js`, and the arguments of `createRequire`. */
const PACKAGES = ['@node-rs/argon2', 'piscina', 'crawler-user-agents', 'tldts', SQLITE_PACKAGE]

/**
 * The package that native packages list among their dependencies to fetch them at installation; it is not copied, nor
 * are its thirty own dependencies.
 */
const INSTALLER = 'prebuild-install'

/**
 * The pattern of files that a process reads; sources in other languages and types take most of the room of a package.
 */
const READ = /\.(?:js|cjs|mjs|json|node)$/

/**
 * A copy of the program that one server runs from. The server reads parts of its program for as long as it lives, and
 * each thread reads all of them, while an upgrade replaces `dist/` and `node_modules/`. A link to a file keeps the file
 * when a build or npm puts another one in its place.
 */
export interface ProgramCopy {
  /** The folder of the copied bundle, which takes the place of `dist/`. */
  readonly bundle: string
  /** Removes the copies of servers that were killed; only a caller with the lock of the server may call it. */
  removeLeft(): void
  remove(): void
}

/**
 * Links or copies the bundle, and the packages that it needs, into a folder next to the database. Throws where that is
 * not possible, or where the copy could not be run from there, and then leaves nothing behind.
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

/**
 * Removes the copies of ended processes. The name of a copy begins with the number of its process. A copy with our own
 * number was made by another process, in an earlier container.
 */
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

/** Copies the files of the bundle that a server reads. */
function copyBundle(bundle: string, copied: string): void {
  mkdirSync(copied)
  // @NOTE the build writes this list.
  const names = JSON.parse(readFileSync(join(bundle, 'server-files.json'), 'utf8')) as string[]
  for (const name of names) linkOrCopy(join(bundle, name), join(copied, name))
}

/** Copies packages, with those of their dependencies that are installed. */
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

/**
 * Finds the folder of a package as Node does, in `node_modules` of the folders above; undefined for one that is not
 * installed.
 */
function findPackage(name: string, from: string): string | undefined {
  const folders = createRequire(join(from, 'main.js')).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  return found === undefined ? undefined : realpathSync(found)
}

/**
 * Copies the wanted files of a folder. It makes only folders that hold a file: most folders of packages hold other
 * languages and types.
 */
function copyFiles(from: string, to: string, isWanted: (name: string) => boolean): void {
  let isMade = false
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) copyFiles(source, target, isWanted)
    } else if (isWanted(entry.name) && isOfHere(source)) {
      if (!isMade) mkdirSync(to, { recursive: true })
      isMade = true
      // Finding out what a plain file really is costs as much as a link to it.
      linkOrCopy(entry.isSymbolicLink() ? realpathSync(source) : source, target)
    }
  }
}

/** Links a file, which takes no room and no time; a file on another file system, or of another user, is copied. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    copyFileSync(source, target)
  }
}

/**
 * Names of folders that are not searched. Packages within a package are copied by their names. No program needs the
 * tests of a package, the input or output of a compiler, or the form of a package for bundlers. Looking into each of
 * these folders costs a start as much as a link.
 */
const SKIPPED = new Set(
  'node_modules packages test benchmark deps .deps obj obj.target types es6'.split(' '),
)

/** True for a file that this system needs: native code for other systems lies with its own in a folder `prebuilds`. */
function isOfHere(file: string): boolean {
  if (basename(dirname(file)) !== 'prebuilds') return true
  return basename(file).startsWith(process.platform) && file.includes(process.arch)
}
