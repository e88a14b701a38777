import type { McpCall } from './call-tool.ts'
import type { TakeTurn } from './take-turn.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** What the handlers of one request have. */
export interface HandleContext {
  catalogue: ToolCatalogue
  call: McpCall
  takeTurn: TakeTurn
}
