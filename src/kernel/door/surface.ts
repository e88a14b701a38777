import type { TokenFamily } from '../credentials/tokens.ts'

interface SurfaceDefinition {
  /** All of its addresses begin here. */
  base: `/${string}`
  /** These credentials are let in; every other one is refused before it is looked up (contract 5.2). */
  credentials: readonly TokenFamily[]
}

/** The surfaces of the service (contract 1.5), each below an address of its own and with credentials of its own. */
export const SURFACES = {
  api: { base: '/api/v1', credentials: ['key', 'session'] },
  mcp: { base: '/mcp', credentials: ['key'] },
  /** What sites publish for everybody: their own servers pass requests on to it, with whatever their visitors sent. */
  published: { base: '/sites', credentials: [] },
} as const satisfies Readonly<Record<string, SurfaceDefinition>>

export type Surface = keyof typeof SURFACES

/** The families of credentials that some surface takes. */
export type SurfaceCredential = (typeof SURFACES)[Surface]['credentials'][number]

/** Makes the whole address of a route, without the host. */
export const addressOf = ({ surface, path }: { surface: Surface; path: string }): string =>
  `${SURFACES[surface].base}${path}`
