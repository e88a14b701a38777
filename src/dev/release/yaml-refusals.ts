import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { readText } from './project-files.ts'

/** Lists files that GitHub and Docker read as YAML and would not understand. */
export function yamlRefusals(root: string): string[] {
  const names = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  return [...names.map((name) => `.github/${name}`), 'compose.yaml']
    .filter((path) => /\.ya?ml$/.test(path) && existsSync(join(root, path)))
    .flatMap((path) =>
      parseDocument(readText(root, path)).errors.map(
        ({ message }) => `${path}: ${message.split('\n', 1)[0] ?? ''}`,
      ),
    )
}
