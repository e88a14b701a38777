import { readResponse } from './responses-format.ts'
import { bearerOf, type AskWire } from './wire.ts'

const CONTEXT = 'medium'
const MAX_TOOL_CALLS = 5

/**
 * The parts of a request that, besides the model, define the measurement: with another value it is another measurement.
 */
export const OPENAI_SETUP = `responses, web_search ${CONTEXT}, at most ${MAX_TOOL_CALLS} calls, chosen by the model`

/** Asks OpenAI. Source: https://developers.openai.com/api/docs/guides/tools-web-search */
export const askOpenAi: AskWire = async (wire, { text, country }) => {
  const body = {
    model: wire.model,
    input: text,
    tools: [
      {
        type: 'web_search',
        search_context_size: CONTEXT,
        ...(country !== null && { user_location: { type: 'approximate', country } }),
      },
    ],
    tool_choice: 'auto',
    include: ['web_search_call.action.sources'],
    max_tool_calls: MAX_TOOL_CALLS,
    store: false,
  }
  return readResponse(await wire.send({ path: '/v1/responses', headers: bearerOf(wire), body }))
}
