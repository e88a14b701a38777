import type { TokenFamily } from '../credentials/tokens.ts'
import { API_ENVELOPE, type Envelope } from './envelope.ts'
import { OAUTH_ENVELOPE } from './oauth-envelope.ts'

interface SurfaceDefinition {
  /** The beginning of all addresses of the surface; a surface at the root names each of its `paths`. */
  base: `/${string}` | ''
  paths?: readonly `/${string}`[]
  /** The families of credentials that are let in; every other one is refused before it is looked up (contract 5.2). */
  credentials: readonly TokenFamily[]
  /** The form of the answers and refusals of its routes. */
  envelope: Envelope
}

/** The surfaces of the service (contract 1.5), each below an address of its own and with credentials of its own. */
export const SURFACES = {
  api: { base: '/api/v1', credentials: ['key', 'session'], envelope: API_ENVELOPE },
  // Tools answer by messages of their protocol, which have no envelope.
  mcp: { base: '/mcp', credentials: ['key', 'oauthAccess'], envelope: API_ENVELOPE },
  /**
   * The answers that sites publish for everybody. The sites' own servers pass requests on to this surface, with their
   * visitors' input.
   */
  published: { base: '/sites', credentials: [], envelope: API_ENVELOPE },
  /**
   * OAuth is at the root, where clients look for it regardless of the metadata (anthropics/claude-ai-mcp#82). A client
   * proves itself by fields or by a header of its own; a person comes with the cookie of a page.
   */
  oauth: {
    base: '',
    paths: ['/authorize', '/token', '/register', '/revoke', '/sign-in'],
    credentials: [],
    envelope: OAUTH_ENVELOPE,
  },
} as const satisfies Readonly<Record<string, SurfaceDefinition>>

export type Surface = keyof typeof SURFACES

/** The families of credentials that some surface takes. */
export type SurfaceCredential = (typeof SURFACES)[Surface]['credentials'][number]

/** The beginning of the address of every route of the API. */
export const API_BASE = SURFACES.api.base

/** Makes the whole address of a route, without the host. */
export const addressOf = ({ surface, path }: { surface: Surface; path: string }): string =>
  `${SURFACES[surface].base}${path}`

/** Returns the surface whose base a path begins with; that of the API where the path begins with no base. */
export function surfaceAt(path: string): Surface {
  // @NOTE the names of an object are its keys.
  const surfaces = Object.keys(SURFACES) as Surface[]
  // Addresses are found in any case.
  const lower = path.toLowerCase()
  const isAt = ({ base, paths }: SurfaceDefinition): boolean =>
    paths?.some((own) => lower.split('?', 1)[0]?.replace(/\/$/, '') === own) ??
    lower.startsWith(`${base}/`)
  return surfaces.find((surface) => isAt(SURFACES[surface])) ?? 'api'
}
