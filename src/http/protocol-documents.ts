/** Documents of the Ask AI Protocol, below the address of its version. */
export const PROTOCOL_PAGE = '/protocol/1.0'

type Kind = 'text/markdown; charset=utf-8' | 'application/json; charset=utf-8'

export interface ProtocolDocument {
  /** The address. */
  path: string
  /** Where it lies in the repository. */
  source: string
  type: Kind
  /** True for what a release of the specification fixes; data have revisions of their own, and may change any day. */
  isFixed: boolean
}

const SCHEMAS = [
  'cited-ask',
  'clauses',
  'lint-characters',
  'lint-rules',
  'manifest',
  'policy',
  'targets',
]

const VECTORS = [
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
]

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
  ...SCHEMAS.map((name) => document(`schemas/${name}.json`, `spec/schemas/1.0/${name}.json`, true)),
  ...VECTORS.map((name) => document(`vectors/${name}.json`, `spec/vectors/${name}.json`, true)),
  ...DATA.map((name) => document(`${name}.json`, `data/${name}.json`, false)),
]
