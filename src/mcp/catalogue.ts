import { holdsAny } from '../kernel/access.ts'
import { BoundedMap } from '../lib/cache/bounded-map.ts'
import type { OrgPrincipal } from '../kernel/principal.ts'
import type { Scope } from '../kernel/scopes.ts'
import { toolSchema } from './json-schema.ts'
import type { Tool, Toolset } from './tool.ts'

interface ListedTool {
  tool: Tool
  anyOf: readonly Scope[]
  /** As `tools/list` shows it. */
  listed: Readonly<Record<string, unknown>>
}

interface ToolList {
  tools: unknown[]
  json: string
}

/** Sets of scopes whose list is kept; keys of one organization may have any of some thousand. */
const MAX_LISTS = 200

/** The tools of one server, described once; what a key sees of them is kept by its set of scopes. */
export class Catalogue {
  readonly toolset: Toolset
  readonly #tools = new Map<string, ListedTool>()
  readonly #lists = new BoundedMap<string, ToolList>(MAX_LISTS)

  constructor(toolset: Toolset) {
    this.toolset = toolset
    for (const tool of toolset.tools) {
      const { access } = tool.operation
      const anyOf = access.by === 'scope' ? access.anyOf : []
      this.#tools.set(tool.name, { tool, anyOf, listed: describeTool(tool) })
    }
  }

  get names(): string[] {
    return [...this.#tools.keys()]
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name)?.tool
  }

  /** The tools that the caller's scopes reach, in a fixed order, and the same as JSON text. */
  listFor(principal: OrgPrincipal): ToolList {
    if (principal.kind !== 'key') return this.#list('', () => true)
    const { scopes } = principal
    const key = [...scopes].join(' ')
    return this.#list(key, ({ anyOf }) => holdsAny(scopes, anyOf))
  }

  #list(key: string, isVisible: (tool: ListedTool) => boolean): ToolList {
    return this.#lists.getOrMake(key, () => {
      const tools = [...this.#tools.values()].filter(isVisible).map(({ listed }) => listed)
      return { tools, json: JSON.stringify(tools) }
    })
  }
}

function describeTool({ name, title, description, operation, form }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: toolSchema(operation.input, 'input'),
    ...(form !== 'document' && { outputSchema: toolSchema(operation.output, 'output') }),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}
