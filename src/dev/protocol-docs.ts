import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withGenerated } from './markdown.ts'
import clauses from '../protocol/data/clauses.json' with { type: 'json' }

const VECTORS = join(import.meta.dirname, '../protocol/spec/vectors')

/** The question that each set of vectors decides. */
const MEANINGS: Readonly<Record<string, string>> = {
  ask: 'reading a Cited Ask, with every problem by its place',
  clean: 'cleaning a value',
  digest: 'the digest of a Cited Ask',
  discovery: 'where the manifest of a page is, and the policy of its elements',
  export: 'a policy in the words of other conventions',
  layers: 'a policy together with robots.txt, headers and TDMRep',
  links: 'building a link, or why there is none',
  lint: 'what a linter reports, and what it must not',
  manifest: 'reading a manifest',
  path: 'paths and patterns',
  policy: 'reading and asking a policy',
  render: 'the prompt, byte for byte',
  targets: 'reading a registry of assistants',
  verify: 'whether the site publishes the prompt of a link',
}

interface VectorFile {
  readonly set: string
  readonly vectors: readonly unknown[]
}

/**
 * Writes the table of the sets of vectors, with what they decide and how many there are. Throws for a set without a
 * meaning.
 */
function vectorTable(): string {
  const sets = readdirSync(VECTORS)
    .toSorted()
    // @NOTE the test of the vectors holds every file to this.
    .map((name) => JSON.parse(readFileSync(join(VECTORS, name), 'utf8')) as VectorFile)
  const rows = sets.map(({ set, vectors: { length } }) => {
    const meaning = MEANINGS[set]
    if (meaning === undefined) throw new Error(`Say in MEANINGS what ${set} decides`)
    return `| \`${set}\` | ${meaning} | ${length} | ${length} | ${length} |`
  })
  const total = sets.reduce((sum, { vectors }) => sum + vectors.length, 0)
  return [
    '| Set | Decides | Vectors | TypeScript | Python |',
    '| --- | --- | --: | --: | --: |',
    ...rows,
    `| all | | ${total} | ${total} | ${total} |`,
  ].join('\n')
}

/** Writes the table of the texts that a prompt ends with, as every link has them. */
function clauseTable(): string {
  const rows = Object.entries(clauses.languages).flatMap(([language, { citation, excerpt }]) => [
    `| ${language} | ${citation} |`,
    `| ${language} | ${excerpt} |`,
  ])
  return ['| Language | Clause |', '| --- | --- |', ...rows].join('\n')
}

const PARTS = { vectors: vectorTable, clauses: clauseTable }

/** Returns the page about the protocol with its tables, written from the data. Throws where it lacks the marks. */
export function withProtocolTables(page: string): string {
  let text = page
  for (const [name, table] of Object.entries(PARTS)) {
    text = withGenerated(text, { page: 'The page', name, what: 'table' }, table())
  }
  return text
}
