import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { apiTypes } from './api-types.ts'

const root = join(import.meta.dirname, '../..')
const FOLDER = join(root, 'examples/client/types')

/**
 * Makes the types of the example client from docs/openapi.json; they are not kept in the repository. A file that is right
 * already keeps its date, so that the bundle does not look older than its sources each time.
 */
function writeClientTypes(): void {
  // @NOTE `npm run docs` writes the document in the form that `apiTypes` takes.
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as Parameters<
    typeof apiTypes
  >[0]
  const files = new Map(apiTypes(document).map(([name, text]) => [join(FOLDER, name), text]))
  for (const [file, text] of files) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    // A compiler that runs at the same time never reads half a file.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, text)
    renameSync(draft, file)
  }
  for (const entry of readdirSync(FOLDER, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && file.endsWith('.ts') && !files.has(file)) rmSync(file, { force: true })
  }
}

writeClientTypes()
