import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The beginning of the addresses of documents of the Ask AI Protocol, with its version. */
export const PROTOCOL_PAGE = '/protocol/1.0'

type Kind = 'text/markdown; charset=utf-8' | 'application/json; charset=utf-8'

export interface ProtocolDocument {
  /** The path at which the document is served. */
  path: string
  /** The path of the document's file in the repository. */
  source: string
  type: Kind
  /**
   * True for a document that a release of the specification fixes. A document of data has revisions of its own, and
   * may change any day.
   */
  isFixed: boolean
}

/** The names of the JSON Schemas of the protocol. */
export const PROTOCOL_SCHEMAS = [
  'cited-ask',
  'clauses',
  'lint-characters',
  'lint-rules',
  'manifest',
  'policy',
  'targets',
] as const

/** The names of the protocol's sets of test vectors. */
export const VECTOR_SETS = [
  'ask',
  'clean',
  'digest',
  'discovery',
  'export',
  'layers',
  'links',
  'lint',
  'manifest',
  'path',
  'policy',
  'render',
  'targets',
  'verify',
] as const

const DATA = ['clauses', 'lint-characters', 'lint-rules', 'targets']

const document = (path: string, source: string, isFixed: boolean): ProtocolDocument => ({
  path: `${PROTOCOL_PAGE}/${path}`,
  source: `src/protocol/${source}`,
  type: path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8',
  isFixed,
})

export const SPECIFICATION = document('spec.md', 'spec/SPEC.md', true)

/** Every document that is served as it lies in the repository. */
export const PROTOCOL_DOCUMENTS: readonly ProtocolDocument[] = [
  SPECIFICATION,
  document('changelog.md', 'spec/CHANGELOG.md', false),
  ...PROTOCOL_SCHEMAS.map((name) =>
    document(`schemas/${name}.json`, `spec/schemas/1.0/${name}.json`, true),
  ),
  ...VECTOR_SETS.map((name) => document(`vectors/${name}.json`, `spec/vectors/${name}.json`, true)),
  ...DATA.map((name) => document(`${name}.json`, `data/${name}.json`, false)),
]

const isBundled = !import.meta.url.endsWith('/protocol-documents.ts')

/** Reads the file of a document; the bundle has all files next to it, in one folder. */
export function readProtocolDocument({
  source,
}: Pick<ProtocolDocument, 'source'>): Promise<Buffer> {
  const here = dirname(fileURLToPath(import.meta.url))
  return readFile(
    isBundled
      ? join(here, source.replace(/^src\//, '').replaceAll('/', '-'))
      : join(here, '../../..', source),
  )
}

/** Reads the document at a path below `PROTOCOL_PAGE`, such as `schemas/policy.json`; undefined for other paths. */
export async function protocolText(path: string): Promise<string | undefined> {
  const found = PROTOCOL_DOCUMENTS.find((one) => one.path === `${PROTOCOL_PAGE}/${path}`)
  return found && (await readProtocolDocument(found)).toString('utf8')
}
