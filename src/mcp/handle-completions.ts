import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { Completion } from '../kernel/completion.ts'
import type { TaskPrompt } from '../kernel/task-prompt.ts'
import type { ServerDefinition } from '../kernel/server-definition.ts'
import type { McpCall } from './call-tool.ts'
import { findPrompt } from './handle-prompts.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import { reaches } from './reaches.ts'
import type { TakeTurn } from './take-turn.ts'

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

/** Completes arguments of prompts and open parts of URIs, with what the caller may see. */
export function handleCompletions(
  server: Server,
  definition: ServerDefinition,
  seen: readonly TaskPrompt[],
  call: McpCall,
  takeTurn: TakeTurn,
): void {
  const { completions } = definition
  if (Object.keys(completions).length === 0) return
  server.registerCapabilities({ completions: {} })
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) =>
    takeTurn(async () => {
      const names = openPartsOf(ref, definition, seen, call)
      if (!names.includes(argument.name)) {
        throw invalid(`Unknown argument; it has ${names.join(', ') || 'none'}`)
      }
      const given = context?.arguments ?? {}
      return {
        completion: await valuesOf(argument, Object.hasOwn(given, 'site') ? given['site'] : '', {
          completions,
          call,
        }),
      }
    }),
  )
}

function openPartsOf(
  ref: Reference,
  { resourceTemplates }: ServerDefinition,
  seen: readonly TaskPrompt[],
  { principal }: McpCall,
): string[] {
  if (ref.type === 'ref/prompt') return findPrompt(ref.name, seen).arguments.names
  const template = resourceTemplates.find(
    ({ uriTemplate, operation }) => uriTemplate === ref.uri && reaches(principal, operation.access),
  )
  if (template) return template.uri.names
  throw invalid('Unknown template; resources/templates/list has them')
}

async function valuesOf(
  { name, value }: { name: string; value: string },
  site: string | undefined,
  { completions, call }: { completions: ServerDefinition['completions']; call: McpCall },
) {
  const { app, principal, caller } = call
  const operation = Object.hasOwn(completions, name) ? completions[name] : undefined
  if (!operation || !reaches(principal, operation.access)) return NO_VALUES
  const input = { prefix: value, ...(site !== undefined && site !== '' && { site }) }
  try {
    const answer = await operation.execute(app, principal, caller, input)
    const { values, total } = Completion.parse(answer)
    return { values, total, hasMore: total > values.length }
  } catch (thrown) {
    throw protocolRefusal(thrown, call)
  }
}

const NO_VALUES = { values: [], total: 0, hasMore: false }

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message)
