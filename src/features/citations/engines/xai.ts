import { readResponse } from './responses-format.ts'
import { bearerOf, type AskWire } from './wire.ts'

export const XAI_SETUP = 'responses, web_search'

/**
 * Asks xAI. The list `citations` of an answer has everything that the model came across, so only annotations count as
 * cited. Links such as `[[1]](https://…)` stay in the text. Source: https://docs.x.ai/developers/tools/citations
 */
export const askXai: AskWire = async (wire, { text }) => {
  const body = { model: wire.model, input: text, tools: [{ type: 'web_search' }], store: false }
  return readResponse(await wire.send({ path: '/v1/responses', headers: bearerOf(wire), body }))
}
