import * as z from 'zod'
import { readChat } from './chat-completion.ts'
import { citedIn } from './responses-format.ts'
import { bearerOf, maybe, readShape, stateOf, Words, type AskWire } from './wire.ts'

export const compatibleSetup = (tool: string | undefined): string =>
  `chat completions, ${tool ?? 'no tool'}`

/** The most annotations of an answer that are read; answers have dozens. */
const MAX_ANNOTATIONS = 2_000

const Place = maybe(z.number())

const Fields = z.object({
  url: Words,
  title: Words,
  content: Words,
  start_index: Place,
  end_index: Place,
})

/** A citation of an address. OpenRouter and OpenAI nest its fields in `url_citation`; other servers do not. */
const UrlAnnotation = Fields.extend({ url_citation: maybe(Fields) })

/**
 * Asks any server that speaks the Chat Completions API. Source of the tool:
 * https://openrouter.ai/docs/guides/features/server-tools/web-search
 */
export const askCompatible: AskWire = async (wire, { text }) => {
  const body = {
    model: wire.model,
    messages: [{ role: 'user', content: text }],
    ...(wire.tool !== undefined && { tools: [{ type: wire.tool }] }),
  }
  const chat = readChat(
    await wire.send({ path: '/chat/completions', headers: bearerOf(wire), body }),
  )
  const annotations = chat.annotations.slice(0, MAX_ANNOTATIONS).flatMap((item, i) => {
    if (item.type !== 'url_citation') return []
    const at = `choices[0].message.annotations[${i}]`
    const { url_citation: nested, ...flat } = readShape(UrlAnnotation, item, at)
    return [{ type: item.type, ...(nested ?? flat) }]
  })
  const cited = citedIn(chat.text, annotations, 0)
  return {
    state: stateOf(chat),
    servedModel: chat.model,
    text: chat.text,
    retrieval: cited.length > 0 ? 'searched' : 'unknown',
    searchQueries: [],
    cited,
    retrieved: [],
    usage: { ...chat.usage, searches: null },
  }
}
