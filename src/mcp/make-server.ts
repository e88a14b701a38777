import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'
import { TimeSlice } from '../lib/concurrency/time-slice.ts'
import type { McpCall } from './call-tool.ts'
import { handleCompletions } from './handle-completions.ts'
import type { HandleContext } from './handle-context.ts'
import { handlePrompts } from './handle-prompts.ts'
import { handleResources } from './handle-resources.ts'
import { InvalidParamsServer, type ServerEra } from './invalid-params-server.ts'
import { recordedCall, recordUnknownTool } from './record-call.ts'
import { LIST_CACHE, READ_CACHE } from './server-info.ts'
import { VERSION } from '../kernel/door/version.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import { entryName } from '../domain/connect/connect-target.ts'

/**
 * Makes the SDK's server for one caller and one era of revisions. Over HTTP it serves one request; a transport that
 * belongs to one caller alone may keep it.
 */
export function makeServer(catalogue: ToolCatalogue, call: McpCall, era: ServerEra): Server {
  const { title, instructions } = catalogue.server
  const server = new InvalidParamsServer(
    { name: entryName(catalogue.server), title, version: VERSION },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: {
        'tools/list': LIST_CACHE,
        'resources/list': LIST_CACHE,
        'resources/templates/list': LIST_CACHE,
        'resources/read': READ_CACHE,
        'prompts/list': LIST_CACHE,
        'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
      },
    },
    era,
  )
  const context = { catalogue, call, takeTurn: makeTurns() }
  // @NOTE the catalogue made these from zod schemas; the SDK's types for them are wider than ours.
  server.setRequestHandler('tools/list', () => ({
    tools: catalogue.listFor(call.principal, call.view).tools as never[],
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = catalogue.find(params.name, call.view)
    if (!tool) {
      recordUnknownTool(catalogue.server, call)
      const known = catalogue.namesFor(call.view).join(', ')
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool; this address has ${known}`,
      )
    }
    return context.takeTurn(
      async () => (await recordedCall(catalogue.server, tool, params, call)).result,
    )
  })
  handleResources(server, context)
  handlePrompts(server, context)
  handleCompletions(server, context)
  return server
}

/**
 * Makes the queue of a request, which runs its calls one after another and lets other requests in between two of them:
 * the calls of a batch come all at once.
 */
function makeTurns(): HandleContext['takeTurn'] {
  const slice = new TimeSlice()
  const turns = new KeyedQueue({ concurrency: 1 })
  return (work) =>
    turns.run(async () => {
      await slice.yieldIfOver()
      return work()
    })
}
