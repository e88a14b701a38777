import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { Completion } from '../kernel/assistants/completion.ts'
import { argumentNames } from './call-tool.ts'
import type { HandleContext } from './handle-context.ts'
import { assertReached, findPrompt } from './handle-prompts.ts'
import { shownTemplates } from './handle-resources.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import { reaches } from './reaches.ts'

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

/** Completes the arguments of prompts and the open parts of URIs, from data that the caller may see. */
export function handleCompletions(server: Server, context: HandleContext): void {
  if (Object.keys(context.catalogue.server.completions).length === 0) return
  server.registerCapabilities({ completions: {} })
  server.setRequestHandler(
    'completion/complete',
    ({ params: { ref, argument, context: chosen } }) =>
      context.takeTurn(async () => {
        const names = openPartsOf(ref, context)
        if (!names.includes(argument.name)) {
          throw invalid(`Unknown argument; it has ${names.join(', ') || 'none'}`)
        }
        const site = new Map(Object.entries(chosen?.arguments ?? {})).get('site')
        return { completion: await valuesOf(argument, site, context) }
      }),
  )
}

function openPartsOf(ref: Reference, context: HandleContext): string[] {
  const { view } = context.call
  if (ref.type === 'ref/prompt') {
    const prompt = findPrompt(ref.name, context)
    assertReached(prompt, context)
    return argumentNames(prompt, view)
  }
  const template = shownTemplates(context).find(({ shown }) => shown.text === ref.uri)
  if (template) return template.shown.names
  throw invalid('Unknown template; resources/templates/list has them')
}

async function valuesOf(
  { name, value }: { name: string; value: string },
  site: string | undefined,
  { catalogue, call }: HandleContext,
) {
  const { app, principal, caller } = call
  const operation = new Map(Object.entries(catalogue.server.completions)).get(name)
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
