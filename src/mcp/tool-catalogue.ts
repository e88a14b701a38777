import { BoundedMap } from '../lib/cache/bounded-map.ts'
import type { OrgPrincipal } from '../kernel/principal.ts'
import { toolSchema } from './json-schema.ts'
import { reaches } from './reaches.ts'
import type { ServerDefinition } from '../kernel/server-definition.ts'
import type { TaskPrompt } from '../kernel/task-prompt.ts'
import type { Tool } from '../kernel/tool.ts'

interface ListedTool {
  tool: Tool
  /** The description that `tools/list` shows. */
  listed: Readonly<Record<string, unknown>>
}

interface ToolList {
  tools: unknown[]
  json: string
}

/** Lists are kept for this many sets of scopes; keys of one organization may have any of some thousand. */
const MAX_LISTS = 200

/** Describes the tools of one server once; the list that a key sees is kept by its set of scopes. */
export class ToolCatalogue {
  readonly server: ServerDefinition
  readonly #tools = new Map<string, ListedTool>()
  readonly #lists = new BoundedMap<string, ToolList>(MAX_LISTS)

  constructor(server: ServerDefinition) {
    this.server = server
    for (const tool of server.tools) {
      this.#tools.set(tool.name, { tool, listed: describeTool(tool) })
    }
  }

  get names(): string[] {
    return [...this.#tools.keys()]
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name)?.tool
  }

  /** Lists the prompts whose tools, all of them, the caller reaches. */
  promptsFor(principal: OrgPrincipal): TaskPrompt[] {
    const isReached = (name: string): boolean => {
      const tool = this.find(name)
      return tool !== undefined && reaches(principal, tool.operation.access)
    }
    return this.server.prompts.filter(
      ({ uses, operation }) => reaches(principal, operation.access) && uses.every(isReached),
    )
  }

  /** Lists the tools that the caller reaches, in a fixed order, and the same as JSON text. */
  listFor(principal: OrgPrincipal): ToolList {
    const key = principal.kind === 'key' ? [...principal.scopes].join(' ') : principal.kind
    return this.#lists.getOrMake(key, () => {
      const tools = [...this.#tools.values()]
        .filter(({ tool }) => reaches(principal, tool.operation.access))
        .map(({ listed }) => listed)
      return { tools, json: JSON.stringify(tools) }
    })
  }
}

function describeTool({ name, title, description, operation, form, app }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: toolSchema(operation.input, 'input'),
    ...(isStructured(form) && { outputSchema: toolSchema(operation.output, 'output') }),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    ...(app !== undefined && { _meta: { ui: { resourceUri: app } } }),
  }
}

const isStructured = (form: Tool['form']): boolean => form === 'table' || form === 'link'
