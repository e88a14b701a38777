import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MCP_SERVERS } from '../../tools/index.ts'
import { openApiDocument } from '../http/openapi.ts'
import { VERSION } from '../kernel/door/version.ts'
import { OPERATIONS } from '../server/operations.ts'
import { connectFiles, withClientList } from './client-examples.ts'
import { withProtocolTables } from './protocol-docs.ts'
import { openApiText } from './openapi-text.ts'
import { referenceText } from './reference.ts'
import { webhookEventsText } from './webhook-docs.ts'

const root = join(import.meta.dirname, '../..')

const PROTOCOL_PAGE_FILE = 'docs/ask-ai-protocol.md'

type File = [path: string, text: string]

/** Makes the generated documentation of a folder: paths below it, and what each file must hold. */
export function generatedFiles(folder = root): File[] {
  const document = openApiDocument(OPERATIONS, VERSION)
  return [
    ['docs/openapi.json', openApiText(document)],
    ['docs/reference.md', referenceText({ operations: OPERATIONS, servers: MCP_SERVERS })],
    ['docs/webhook-events.md', webhookEventsText()],
    ...connectFiles(),
    [
      PROTOCOL_PAGE_FILE,
      withProtocolTables(readFileSync(join(folder, PROTOCOL_PAGE_FILE), 'utf8')),
    ],
    ['README.md', withClientList(readFileSync(join(folder, 'README.md'), 'utf8'))],
  ]
}

/** Finds the generated files of a folder that are missing or differ from what the code says. */
export function staleFiles(folder = root): string[] {
  return generatedFiles(folder).flatMap(([path, text]) => {
    const file = join(folder, path)
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [path]
  })
}

function writeFiles(): void {
  for (const [path, text] of generatedFiles()) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

function run(isCheck: boolean): void {
  if (!isCheck) {
    writeFiles()
    return
  }
  const stale = staleFiles()
  if (stale.length === 0) return
  process.stderr.write(`${stale.join(' and ')} is out of date; run: npm run docs\n`)
  process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) run(process.argv.includes('--check'))
