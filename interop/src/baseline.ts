import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INTEROP } from './packages.ts'

const FILE = join(INTEROP, 'conformance-baseline.yml')

const ENTRY = /^ {2}- (?<name>[\w:-]+) # \S/

/** Names the scenarios, and single checks as `scenario:check`, that are not done. Throws where one has no reason. */
export function readBaseline(): string[] {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return lines
    .filter((line) => line.trim().startsWith('-'))
    .map((line) => {
      const name = ENTRY.exec(line)?.groups?.['name']
      if (name === undefined) throw new Error(`No name with its reason in the baseline: ${line}`)
      return name
    })
}

/** Writes a baseline of these entries for the suite. */
export function writeBaseline(file: string, entries: readonly string[]): void {
  writeFileSync(file, `server:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`)
}
