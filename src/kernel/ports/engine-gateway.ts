import type { CitationEngine } from '../../domain/citations/engines.ts'

/**
 * The account by which an engine is asked: a key and an address that belong together, and are never mixed with
 * another's.
 */
export interface EngineAccount {
  key: string | undefined
  /** Undefined for the vendor's own address. */
  baseUrl: string | undefined
  model: string | undefined
  /** A tool for searches of a server that has several, such as `openrouter:web_search`. */
  tool?: string | undefined
}

/** The engines that the operator offers to every organization. */
export interface OperatorEngines {
  accounts: ReadonlyMap<CitationEngine, EngineAccount>
  /** Whether answers may be invented. */
  hasFake: boolean
  /** Whether runs of invented answers report citations as other runs do, which only a demo should. */
  tellsOfFake: boolean
}

export interface EngineRequest {
  /**
   * The owner of the address: an organization's is public and asked by https, except where the operator allows others.
   */
  owner: 'operator' | 'organization'
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  timeoutMs: number
  signal: AbortSignal
}

/** The way to the engines of citations. */
export interface EngineGateway {
  readonly operator: OperatorEngines
  /**
   * Sends one request, repeats nothing and follows no redirect, so that a key stays where it belongs. Returns the JSON
   * of the answer. Throws EngineError, and the reason of the signal where the signal ended the request.
   */
  send(request: EngineRequest): Promise<unknown>
}
