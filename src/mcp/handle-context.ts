import type { McpCall } from './call-tool.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** The state that the handlers of one request share. */
export interface HandleContext {
  catalogue: ToolCatalogue
  call: McpCall
  /** Runs one piece of work of the request after another, never two at once. */
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>
}
