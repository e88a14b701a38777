import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { authorise } from '../kernel/door/access.ts'
import type { ContentItem } from '../kernel/assistants/content.ts'
import type { TaskPrompt } from '../kernel/assistants/task-prompt.ts'
import { localDay } from '../lib/time/zone.ts'
import { argumentNames } from './call-tool.ts'
import type { HandleContext } from './handle-context.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import { reaches } from './reaches.ts'

/** Serves the prompts whose tools the address shows; the list has only those whose tools the caller reaches. */
export function handlePrompts(server: Server, context: HandleContext): void {
  const { catalogue, call, takeTurn } = context
  if (catalogue.server.prompts.length === 0) return
  server.registerCapabilities({ prompts: { listChanged: false } })
  server.setRequestHandler('prompts/list', () => ({
    prompts: reachedPrompts(context).map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments
        .list()
        .filter(({ name }) => argumentNames(prompt, call.view).includes(name)),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) =>
    takeTurn(async () => {
      const prompt = findPrompt(name, context)
      const written = await writtenOf(prompt, given, context)
      return {
        description: prompt.description,
        messages: written.map((content) => ({ role: 'user' as const, content })),
      }
    }),
  )
}

const reachedPrompts = ({ catalogue, call }: HandleContext): TaskPrompt[] =>
  catalogue
    .promptsFor(call.view)
    .filter((prompt) =>
      catalogue.facesOf(prompt).every(({ access }) => reaches(call.principal, access)),
    )

/** Finds a prompt by its name. Throws an error of the protocol that names the prompts that this address has. */
export function findPrompt(name: string, { catalogue, call }: HandleContext): TaskPrompt {
  const shown = catalogue.promptsFor(call.view)
  const prompt = shown.find((one) => one.name === name)
  if (prompt) return prompt
  const known = shown.map((one) => one.name).join(', ')
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt; this address has ${known || 'none'}`,
  )
}

/**
 * Throws an error of the protocol that names the missing scope, where the caller does not reach everything that a
 * prompt uses.
 */
export function assertReached(prompt: TaskPrompt, { catalogue, call }: HandleContext): void {
  try {
    for (const { access } of catalogue.facesOf(prompt)) authorise(access, call.principal)
  } catch (thrown) {
    throw protocolRefusal(thrown, call)
  }
}

async function writtenOf(
  prompt: TaskPrompt,
  given: unknown,
  context: HandleContext,
): Promise<readonly ContentItem[]> {
  assertReached(prompt, context)
  const { call } = context
  const { app, principal, caller, view } = call
  const { value } = prompt.arguments.read(given ?? {}, localDay('UTC', app.now()))
  try {
    const answer = await prompt.operation.execute(app, principal, caller, value)
    const written = prompt.write(answer, { isBound: view.site !== undefined })
    return typeof written === 'string' ? [{ type: 'text', text: written }] : written
  } catch (thrown) {
    throw protocolRefusal(thrown, call, argumentNames(prompt, view))
  }
}
