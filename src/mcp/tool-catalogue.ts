import { BoundedMap } from '../lib/cache/bounded-map.ts'
import type { Face } from '../kernel/door/operation-face.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { mayReadWords } from '../kernel/door/access.ts'
import { toolSchema, withoutSite } from './json-schema.ts'
import { reaches } from './reaches.ts'
import type { ServerDefinition, Tool } from '../kernel/assistants/server-definition.ts'
import type { ServerView } from './server-view.ts'
import type { TaskPrompt } from '../kernel/assistants/task-prompt.ts'

interface ToolList {
  tools: unknown[]
  /** The list as JSON in UTF-8, kept because writing it for each answer would cost a quarter more. */
  json: Buffer
}

/**
 * The most lists that are kept, each for one set of scopes and one view; keys of one organization may have any of some
 * thousand sets.
 */
const MAX_LISTS = 200

/**
 * The tools of one server with their descriptions. The list that a key sees at an address is kept by the scopes, the
 * consent and the view.
 */
export class ToolCatalogue {
  readonly server: ServerDefinition
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #lists = new BoundedMap<string, ToolList>(MAX_LISTS)
  /** The descriptions, by the parts of a view that change them: at most four sets. */
  readonly #described = new Map<string, ReadonlyMap<Tool, unknown>>()

  constructor(server: ServerDefinition) {
    this.server = server
    this.#tools = new Map(server.tools.map((tool) => [tool.name, tool]))
  }

  namesFor(view: ServerView): string[] {
    return [...this.#tools.keys()].filter((name) => isShown(name, view))
  }

  find(name: string, view: ServerView): Tool | undefined {
    return isShown(name, view) ? this.#tools.get(name) : undefined
  }

  /** Lists the prompts of which the view shows every tool. */
  promptsFor(view: ServerView): TaskPrompt[] {
    return this.server.prompts.filter(({ uses }) => uses.every((name) => isShown(name, view)))
  }

  /**
   * Lists the operations that a caller must reach to use a prompt: the prompt's own, and those of the tools that it
   * uses.
   */
  facesOf({ operation, uses }: TaskPrompt): Face[] {
    const tools = uses.flatMap((name) => this.#tools.get(name)?.face ?? [])
    return [operation, ...tools]
  }

  /** Lists the tools that the view shows and that the caller reaches, in a fixed order. */
  listFor(principal: Principal, view: ServerView): ToolList {
    const scopes = principal.kind === 'key' ? [...principal.scopes].join(' ') : principal.kind
    const words = mayReadWords(principal) ? 'all' : 'without words'
    const shown = view.tools === undefined ? '*' : this.namesFor(view).join(' ')
    return this.#lists.getOrMake(`${scopes}|${words}|${shown}|${formOf(view)}`, () => {
      const described = this.#describedFor(view)
      const tools = [...this.#tools.values()]
        .filter(({ name }) => isShown(name, view))
        .filter(({ face }) => reaches(principal, face.access))
        .map((tool) => described.get(tool))
      return { tools, json: Buffer.from(JSON.stringify(tools)) }
    })
  }

  #describedFor(view: ServerView): ReadonlyMap<Tool, unknown> {
    const form = formOf(view)
    const known = this.#described.get(form)
    if (known) return known
    const made = new Map(this.server.tools.map((tool) => [tool, describeTool(tool, view)]))
    this.#described.set(form, made)
    return made
  }
}

/**
 * Returns a name for the parts of a view that change how a tool is described. Which tools the view shows is no part of
 * it.
 */
const formOf = ({ isStructured, site }: ServerView): string =>
  `${isStructured ? 'structured' : 'text'} ${site === undefined ? 'any' : 'bound'}`

const isShown = (name: string, { tools }: ServerView): boolean => tools?.has(name) ?? true

function describeTool(
  { name, title, description, face, form, app }: Tool,
  { isStructured, site }: ServerView,
) {
  const input = toolSchema(face.input, 'input')
  return {
    name,
    title,
    description,
    inputSchema: site === undefined ? input : withoutSite(input),
    ...(isStructured && hasStructure(form) && { outputSchema: toolSchema(face.output, 'output') }),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    // An app draws what is structured.
    ...(isStructured && app !== undefined && { _meta: { ui: { resourceUri: app } } }),
  }
}

const hasStructure = (form: Tool['form']): boolean => form === 'table' || form === 'link'
