import type { CitationEngine } from '../../domain/citations/engines.ts'

/**
 * The account by which an engine is asked. Its key is sent to its address alone, and never to the address of another
 * account.
 */
export interface EngineAccount {
  key: string | undefined
  /** The address of the engine's API; undefined for the vendor's own address. */
  baseUrl: string | undefined
  model: string | undefined
  /** The name of a tool for searches, for a server that has several, such as `openrouter:web_search`. */
  tool?: string | undefined
}

/** The engines that the operator offers to every organization. */
export interface OperatorEngines {
  accounts: ReadonlyMap<CitationEngine, EngineAccount>
  /** True where the engine of invented answers is offered. */
  hasFake: boolean
  /** True where runs of invented answers report citations as other runs do, which only a demo should. */
  tellsOfFake: boolean
}

export interface EngineRequest {
  /**
   * The owner of the address. The address of an organization is public and asked by https, except where the operator
   * allows others.
   */
  owner: 'operator' | 'organization'
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  timeoutMs: number
  signal: AbortSignal
}

/** The port by which engines of citations are asked. */
export interface EngineGateway {
  readonly operator: OperatorEngines
  /**
   * Sends one request, repeats nothing and follows no redirect, so that a key stays where it belongs. Returns the JSON
   * of the answer. Throws EngineError, and the reason of the signal where the signal ended the request.
   */
  send(request: EngineRequest): Promise<unknown>
}
