import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const FOLDERS = ['src', 'db', 'tools', 'examples', 'bench', 'interop/src']

/** Made of descriptions in schemas, which are read by models and have a form of their own. */
const GENERATED = join('client', 'types')

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|[ \t])\/\/ (.*(?:\n[ \t]*\/\/ .*)*)/gm
/** Words with which a sentence has to be turned round before it is understood. */
const DECODED =
  /\b(?:whoever|whatever|nobody|so many|(?:is|are) none|none of ours|but for|anew|beside|heeds?|(?:is|are|was|were) told|told of)\b/i
/** A first sentence that names a thing by a question, and so has no main verb. */
const FRAGMENT = /^(?:What|Who|Where|Which)\b[^?]*$/

/** The comments of a source that have to be decoded. */
function decodedIn(source: string): string[] {
  return [...source.matchAll(COMMENT)]
    .map(([, block, lines]) => (block ?? lines ?? '').replaceAll(LINE_BREAK, ' ').trim())
    .filter((words) => {
      const [first = ''] = words.split(/(?<=[.;:])\s/, 1)
      return DECODED.test(words) || FRAGMENT.test(first)
    })
}

const LINE_BREAK = /\n[ \t]*(?:\*|\/\/)?[ \t]?/g

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|js)$/.test(name) && !name.startsWith(GENERATED))
    .map((name) => join(folder, name)),
)

/** A change may make it smaller. */
const LIMIT = 10

it('comments say in plain sentences what they mean', () => {
  expect(sources.length).toBeGreaterThan(2_000)
  const found = sources.flatMap((file) =>
    decodedIn(readFileSync(join(root, file), 'utf8')).map((words) => `${file}: ${words}`),
  )
  expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(LIMIT)
})

it.each([
  ['/** What a site needs of its owner first. */', 1],
  ['// The rows are read\n// anew by whoever asks.', 1],
  ['/**\n * A site\n * has so many pages.\n */', 1],
  ['/** The pages that a site has. */', 0],
  ["const url = 'https://nobody.example/'", 0],
  ['// Which pages does a site have? The scan says it.', 0],
])('%j has %i comments to decode', (source, count) => {
  expect(decodedIn(source)).toHaveLength(count)
})
