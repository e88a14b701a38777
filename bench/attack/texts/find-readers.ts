import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A parameter as its source declares it. */
export interface Parameter {
  readonly name: string
  /** The parameter's type as it is written; empty where it is inferred. */
  readonly type: string
  readonly isOptional: boolean
}

/** An exported function with a parameter that is a text. */
export interface DeclaredReader {
  readonly file: string
  readonly name: string
  readonly parameters: readonly Parameter[]
}

const root = join(import.meta.dirname, '../../..')

const DECLARATION =
  /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?)(?:<[^(]*>)?\(/gm
const TEXT = /^(?:string|unknown)(?: \| (?:null|undefined))*$/

export const isText = ({ type }: Parameter): boolean => TEXT.test(type)

/** Finds every exported function of some folders that takes a text, as the sources declare them. */
export function findReaders(folders: readonly string[]): DeclaredReader[] {
  return folders.flatMap(sourcesIn).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(DECLARATION)]
      .map((found) => ({
        file,
        name: found[1] ?? found[2] ?? '',
        parameters: parametersAt(source, found.index + found[0].length),
      }))
      .filter(({ parameters }) => parameters.some(isText))
  })
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(file))
    .map((file) => `${folder}/${file}`)
    .toSorted()
}

const OPENING = '([{<'
const CLOSING = ')]}>'

/** Splits the list of parameters that begins at a place. */
function parametersAt(source: string, start: number): Parameter[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const char = source.charAt(at)
    const isArrow = char === '>' && source.charAt(at - 1) === '='
    if (depth === 0 && char === ')') break
    if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char) && !isArrow) depth -= 1
    if (depth === 0 && char === ',') {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
    .map((one) => one.trim())
    .filter(Boolean)
    .map(parameterOf)
}

function parameterOf(text: string): Parameter {
  const [, name = '', mark, type = '', value] =
    /^(\{[\s\S]*?\}|\[[\s\S]*?\]|\.{0,3}\w+)(\?)?(?::\s*([\s\S]*?))?(\s*=(?!>)[\s\S]*)?$/.exec(
      text,
    ) ?? []
  return { name, type: type.trim(), isOptional: mark !== undefined || value !== undefined }
}
