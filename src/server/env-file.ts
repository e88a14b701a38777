import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { OperatorError } from '../kernel/door/operator-error.ts'

/**
 * The pattern of a setting: its value is in quotes of one kind, or without quotes, where a `#` begins a comment only
 * after a space.
 */
const SETTING =
  /^(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:(?:'[^']*'|"[^"]*"|`[^`]*`)\s*(?:#.*)?|(?:[^\s'"`#][^#]*?)?(?:\s#.*)?|#.*)$/

const isSetting = (line: string): boolean => line !== '' && !line.startsWith('#')

/**
 * Reads a file of settings, `NAME=value` a line, as Node reads one. Node takes any text for a setting or skips it, so
 * a line that it would cut or misread is an error here. Throws OperatorError without the line, which may be a secret.
 * Only with `mayBeMissing` may there be no such file.
 */
export function readEnvFile(file: string, options: { mayBeMissing: boolean }): NodeJS.Dict<string> {
  const text = readText(file)
  if (text === undefined && options.mayBeMissing) return {}
  if (text === undefined) throw new OperatorError(`ENV_FILE: there is no ${file}`)
  const lines = text.split('\n').map((line) => line.trim())
  const bad = lines.findIndex((line) => isSetting(line) && !SETTING.test(line))
  if (bad >= 0) {
    throw new OperatorError(
      `${file}, line ${bad + 1}: must be NAME=value on one line, in quotes where the value holds # or quotes`,
    )
  }
  return Object.assign({}, ...lines.filter(isSetting).map((line) => parseEnv(line)))
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') return undefined
    throw new OperatorError(`ENV_FILE: ${error.message}`, { cause: error })
  }
}
