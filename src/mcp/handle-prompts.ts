import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { ContentItem } from '../kernel/content.ts'
import type { TaskPrompt } from '../kernel/task-prompt.ts'
import { localDay } from '../lib/time/zone.ts'
import type { McpCall } from './call-tool.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import type { TakeTurn } from './take-turn.ts'

/** Serves the prompts that a caller sees. */
export function handlePrompts(
  server: Server,
  all: readonly TaskPrompt[],
  seen: readonly TaskPrompt[],
  call: McpCall,
  takeTurn: TakeTurn,
): void {
  if (all.length === 0) return
  server.registerCapabilities({ prompts: { listChanged: false } })
  server.setRequestHandler('prompts/list', () => ({
    prompts: seen.map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.listArguments(),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) =>
    takeTurn(async () => {
      const prompt = findPrompt(name, seen)
      return {
        description: prompt.description,
        messages: (await writtenOf(prompt, given, call)).map((content) => ({
          role: 'user' as const,
          content,
        })),
      }
    }),
  )
}

/** Finds a prompt by its name. Throws an error of the protocol that names those that there are. */
export function findPrompt(name: string, seen: readonly TaskPrompt[]): TaskPrompt {
  const prompt = seen.find((one) => one.name === name)
  if (prompt) return prompt
  const known = seen.map((one) => one.name).join(', ')
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt; you have ${known || 'none, for want of scopes'}`,
  )
}

async function writtenOf(
  prompt: TaskPrompt,
  given: unknown,
  call: McpCall,
): Promise<readonly ContentItem[]> {
  const { app, principal, caller } = call
  const { value } = prompt.arguments.read(given ?? {}, localDay('UTC', app.now()))
  try {
    return prompt.write(await prompt.operation.execute(app, principal, caller, value))
  } catch (thrown) {
    throw protocolRefusal(thrown, call, prompt.arguments.names)
  }
}
