import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnvFile } from './env-file.ts'

/**
 * The name of a file in a copy of the program; the file holds the path of the folder with the package.json of the
 * copied installation.
 */
export const INSTALLATION = 'installation'

export const NO_ENV_FILE = 'none'
export const DEFAULT_ENV_FILE = '.env'

/**
 * The folder of package.json, where relative paths of settings begin; the bundle lies one folder below, the sources
 * two.
 */
export const PROJECT_FOLDER = projectFolder()

function projectFolder(): string {
  const above = import.meta.filename.endsWith('.ts') ? '../..' : '..'
  const folder = resolve(import.meta.dirname, above)
  const original = join(folder, INSTALLATION)
  return existsSync(original) ? readFileSync(original, 'utf8') : folder
}

/** Reads the environment, with the settings that its file adds. Throws OperatorError for a file that cannot be read. */
export const readEnvironment = (
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv => ({ ...envFileOf(environment).settings, ...environment })

/** Returns the names of the variables in the environment and in the file of settings, without their values. */
export function givenNames(environment: NodeJS.ProcessEnv = process.env) {
  const { file, settings } = envFileOf(environment)
  return { environment: Object.keys(environment), inFile: Object.keys(settings), file }
}

/** Reads the file of settings that the environment names; undefined where the environment asks for no file. */
function envFileOf(environment: NodeJS.ProcessEnv): {
  file: string | undefined
  settings: NodeJS.ProcessEnv
} {
  const named = environment['ENV_FILE'] ?? ''
  if (named === NO_ENV_FILE) return { file: undefined, settings: {} }
  const file = resolve(PROJECT_FOLDER, named === '' ? DEFAULT_ENV_FILE : named)
  return { file, settings: readEnvFile(file, { mayBeMissing: named === '' }) }
}

export const DEFAULT_DATABASE_URL = 'sqlite:./data/citable.db'

/** The pattern of the address of a database: `sqlite:PATH`, or `sqlite://PATH`. */
export const SQLITE_URL = /^sqlite:(?:\/\/)?(.+)$/

/** Returns the absolute path of the database file: the same for the server and for commands, in any working folder. */
export const databaseFileOf = (url: string): string =>
  resolve(PROJECT_FOLDER, SQLITE_URL.exec(url)?.[1] ?? '')
