import { createDraw } from '../dataset/draw.ts'

/** An answer as an engine sends it, and the name of the engine. */
export interface WireBody {
  engine: 'chatgpt' | 'claude' | 'gemini' | 'perplexity'
  json: string
}

/** The site that the answers are read for, and the competitors that they also name. */
export const SUBJECT = {
  hosts: ['kettlehub.example'],
  siteName: 'Kettle Hub',
  brand: {
    names: ['Kettle Hub', 'KettleHub'],
    competitors: Array.from({ length: 5 }, (_, i) => ({
      name: `Rival ${'ABCDE'[i]} Kettles`,
      domains: [`rival-${i}.example`],
      aliases: [`Rival${'ABCDE'[i]}`],
    })),
  },
}

const WORDS =
  'the of a kettle water boils quickly when steel body keeps heat and handle stays cool while lid opens wide for cleaning it is quiet safe durable compared with other models that cost more but last longer in daily use according to tests by independent editors'.split(
    ' ',
  )
const NAMES = [
  'Kettle Hub',
  'Rival A Kettles',
  'RivalB',
  'Rival C Kettles',
  'Brewer & Sons',
  'Café Noir',
]
const SEED = 17

type Draw = () => number

const whole = (draw: Draw, below: number): number => Math.floor(draw() * below)

function sentence(draw: Draw): string {
  const words = Array.from({ length: 12 + whole(draw, 10) }, () => WORDS[whole(draw, WORDS.length)])
  const name = draw() < 0.3 ? `${NAMES[whole(draw, NAMES.length)]} ` : ''
  return `${name}${words.join(' ')} – roughly ${whole(draw, 90)} €.`
}

/** Writes a text that no vendor can compress, in place of a page in the answers of some vendors. */
const sealed = (draw: Draw, characters: number): string =>
  Array.from({ length: Math.ceil(characters / 8) }, () =>
    Math.floor(draw() * 2 ** 40)
      .toString(36)
      .padStart(8, 'x')
      .slice(0, 8),
  ).join('')

interface Page {
  url: string
  title: string
}

function pagesOf(draw: Draw, count: number): Page[] {
  return Array.from({ length: count }, (_, i) => {
    const hosts = [
      'kettlehub.example',
      'www.reddit.com',
      'rival-1.example',
      `shop-${whole(draw, 900)}.example`,
    ]
    const host = hosts[whole(draw, hosts.length)] ?? 'shop.example'
    const slug = Array.from({ length: 5 }, () => WORDS[whole(draw, WORDS.length)]).join('-')
    return {
      url: `https://${host}/guides/${slug}-${i}?utm_source=openai`,
      title: `${sentence(draw).slice(0, 60)} | ${host}`,
    }
  })
}

/** Writes a list of recommendations, with a few sentences for each. */
function paragraphs(draw: Draw, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const said = Array.from({ length: 2 + whole(draw, 3) }, () => sentence(draw)).join(' ')
    return `${i + 1}. **${NAMES[whole(draw, NAMES.length)]}** ${said}\n`
  })
}

/** Several answers of each engine, 20 to 60 kB, those that name many pages and those that name few. */
export function wireBodies(): WireBody[] {
  const draw = createDraw(SEED)
  return [0, 1, 2].flatMap((size): WireBody[] => [
    { engine: 'chatgpt', json: JSON.stringify(openAi(draw, size)) },
    { engine: 'claude', json: JSON.stringify(anthropic(draw, size)) },
    { engine: 'gemini', json: JSON.stringify(gemini(draw, size)) },
    { engine: 'perplexity', json: JSON.stringify(perplexity(draw, size)) },
  ])
}

function openAi(draw: Draw, size: number): object {
  const found = pagesOf(draw, 60 + 30 * size)
  let text = ''
  const annotations: object[] = []
  for (const paragraph of paragraphs(draw, 10 + 5 * size)) {
    text += paragraph
    for (let n = 0; n < 2; n++) {
      const page = found[whole(draw, found.length)]
      if (!page) continue
      const mark = `([${new URL(page.url).hostname}](${page.url}))`
      const start = Array.from(text).length // code points
      text += mark
      annotations.push({
        type: 'url_citation',
        start_index: start,
        end_index: start + mark.length,
        ...page,
      })
    }
  }
  const calls = [0, 1, 2].map((n) => ({
    id: `ws_${sealed(draw, 48)}`,
    type: 'web_search_call',
    status: 'completed',
    action: {
      type: 'search',
      query: sentence(draw),
      queries: [sentence(draw)],
      sources: found.slice(n * 20 * (size + 1)).map(({ url }) => ({ type: 'url', url })),
    },
  }))
  return {
    id: `resp_${sealed(draw, 48)}`,
    object: 'response',
    status: 'completed',
    model: 'gpt-5.4-mini-2026-08-01',
    output: [
      { id: `rs_${sealed(draw, 48)}`, type: 'reasoning', summary: [] },
      ...calls,
      {
        id: `msg_${sealed(draw, 48)}`,
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations, logprobs: [] }],
      },
    ],
    usage: { input_tokens: 18_000, output_tokens: 900, total_tokens: 18_900 },
  }
}

function anthropic(draw: Draw, size: number): object {
  const found = pagesOf(draw, 10 + 5 * size)
  const searches = [0, 1].flatMap((n) => [
    {
      type: 'server_tool_use',
      id: `srvtoolu_${n}`,
      name: 'web_search',
      input: { query: sentence(draw) },
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: `srvtoolu_${n}`,
      content: found.map((page) => ({
        type: 'web_search_result',
        ...page,
        encrypted_content: sealed(draw, 700),
        page_age: 'August 1, 2026',
      })),
    },
  ])
  const texts = paragraphs(draw, 8 + 4 * size).flatMap((text) => [
    { type: 'text', text: sentence(draw) },
    {
      type: 'text',
      text,
      citations: [0, 1].map(() => ({
        type: 'web_search_result_location',
        cited_text: `${sentence(draw)} ${sentence(draw)}`.slice(0, 150),
        ...found[whole(draw, found.length)],
        encrypted_index: sealed(draw, 120),
      })),
    },
  ])
  return {
    id: `msg_${sealed(draw, 24)}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [...searches, ...texts],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 20_000,
      output_tokens: 900,
      server_tool_use: { web_search_requests: 2 },
    },
  }
}

function gemini(draw: Draw, size: number): object {
  const found = pagesOf(draw, 15 + 10 * size)
  const chunks = found.map(({ url }) => ({
    web: {
      uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${sealed(draw, 200)}`,
      title: new URL(url).hostname.replace('www.', ''),
    },
  }))
  const said = paragraphs(draw, 12 + 8 * size)
  let bytes = 0
  const supports = said.flatMap((text) => {
    const startIndex = bytes
    bytes += Buffer.byteLength(text)
    const line = text.trimEnd()
    const places = [whole(draw, chunks.length), whole(draw, chunks.length)]
    const segment = { startIndex, endIndex: startIndex + Buffer.byteLength(line), text: line }
    return [{ segment, groundingChunkIndices: places, confidenceScores: [0.9, 0.8] }]
  })
  return {
    modelVersion: 'gemini-3.5-flash',
    candidates: [
      {
        content: { role: 'model', parts: [{ text: said.join('') }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: [sentence(draw), sentence(draw)],
          searchEntryPoint: { renderedContent: `<style>${sealed(draw, 4_000)}</style>` },
          groundingChunks: chunks,
          groundingSupports: supports,
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 20,
      candidatesTokenCount: 900,
      toolUsePromptTokenCount: 9_000,
    },
  }
}

function perplexity(draw: Draw, size: number): object {
  const found = pagesOf(draw, 15 + 5 * size)
  const content = paragraphs(draw, 10 + 6 * size)
    .map(
      (text) =>
        `${text.trimEnd()}[${1 + whole(draw, found.length)}][${1 + whole(draw, found.length)}]\n`,
    )
    .join('')
  return {
    id: sealed(draw, 36),
    model: 'sonar',
    object: 'chat.completion',
    usage: {
      prompt_tokens: 20,
      completion_tokens: 900,
      num_search_queries: 2,
      search_context_size: 'low',
    },
    citations: found.map(({ url }) => url),
    search_results: found.map((page) => ({
      ...page,
      date: '2026-08-01',
      last_updated: '2026-09-01',
      snippet: Array.from({ length: 7 }, () => sentence(draw)).join(' '),
      source: 'web',
    })),
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  }
}
