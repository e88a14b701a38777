import type { CitationEngine } from '../domain/citations/engines.ts'

// Answers as the vendors send them, in the shapes of their SDKs (openai 6.49.0, @anthropic-ai/sdk 1.14.0, @google/genai
// 2.32.0, @perplexity-ai/perplexity_ai 0.38.5, @mistralai/mistralai 2.7.0). What no SDK has is of the vendor's documents.

const A = 'https://example.com/a'

export const SAYS_X = 'Example says X.'

export const citation = (fields: object = {}) => ({
  type: 'url_citation',
  start_index: 0,
  end_index: 15,
  url: `${A}?utm_source=openai`,
  title: 'A',
  ...fields,
})

export const outputText = (text: string, annotations: readonly object[] = []) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations }],
})

export const webSearch = (action: object = {}, status = 'completed') => ({
  id: 'ws_1',
  type: 'web_search_call',
  status,
  action: {
    type: 'search',
    queries: ['best grinder'],
    sources: [{ type: 'url', url: A }],
    ...action,
  },
})

export const response = (output: readonly object[], fields: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'served-1',
  output,
  usage: { input_tokens: 9, output_tokens: 5 },
  ...fields,
})

const textBlock = (text: string, citations: readonly object[] | null = null) => ({
  type: 'text',
  text,
  citations,
})

export const claude = {
  search: (caller: object = { type: 'direct' }) => ({
    type: 'server_tool_use',
    id: 'srvtoolu_1',
    name: 'web_search',
    input: { query: 'best grinder' },
    caller,
  }),
  results: {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: [
      { type: 'web_search_result', url: A, title: 'A', page_age: null, encrypted_content: 'x' },
    ],
  },
  toolError: {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'web_search_tool_result_error', error_code: 'too_many_requests' },
  },
  code: { type: 'server_tool_use', id: 'srvtoolu_2', name: 'code_execution', input: { code: '…' } },
  text: textBlock,
  cited: (text: string) =>
    textBlock(text, [
      {
        type: 'web_search_result_location',
        url: A,
        title: null,
        cited_text: 'X',
        encrypted_index: 'e',
      },
    ]),
  message: (content: readonly object[], stop = 'end_turn') => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'served-1',
    content,
    stop_reason: stop,
    usage: { input_tokens: 9, output_tokens: 5, server_tool_use: { web_search_requests: 1 } },
  }),
}

const PROXY = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect'

export const gemini = {
  thought: { text: 'Let me see.', thought: true },
  web: (title: string, uri = `${PROXY}/AUZ`) => ({ web: { uri, title } }),
  maps: { maps: { uri: 'https://maps.google.com/?cid=1', title: 'Café A' } },
  candidate: (parts: readonly object[], groundingMetadata?: object, finishReason = 'STOP') => ({
    modelVersion: 'served-1',
    candidates: [{ content: { role: 'model', parts }, finishReason, groundingMetadata }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, thoughtsTokenCount: 2 },
  }),
  grounding: (chunks: readonly object[], segment: object = {}) => ({
    webSearchQueries: ['best grinder'],
    groundingChunks: chunks,
    groundingSupports: [
      {
        segment: { partIndex: 1, startIndex: 0, endIndex: 15, text: 'Café A says X.', ...segment },
        groundingChunkIndices: [0, 1],
      },
    ],
  }),
}

export const chat = (content: unknown, fields: object = {}, choice: object = {}) => ({
  id: 'r',
  object: 'chat.completion',
  model: 'served-1',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content,
        ...('message' in choice ? Object(choice.message) : {}),
      },
      ...('finish_reason' in choice && { finish_reason: choice.finish_reason }),
    },
  ],
  usage: { prompt_tokens: 9, completion_tokens: 5 },
  ...fields,
})

export const sonarSources = {
  citations: [A, 'https://example.org/b'],
  search_results: [
    { title: 'A', url: A, date: '2026-10-01', snippet: 's', source: 'web' },
    { title: 'B', url: 'https://example.org/b', date: null, snippet: 's', source: 'web' },
  ],
}

export const mistral = {
  search: {
    object: 'entry',
    type: 'tool.execution',
    name: 'web_search',
    arguments: '{"query":"best grinder"}',
  },
  reference: (url: string | null) => ({
    type: 'tool_reference',
    tool: 'web_search',
    title: 'A',
    url,
    description: 'd',
  }),
  output: (content: unknown) => ({
    object: 'entry',
    type: 'message.output',
    role: 'assistant',
    model: 'served-1',
    content,
  }),
  conversation: (outputs: readonly object[], fields: object = {}) => ({
    object: 'conversation.response',
    conversation_id: 'conv_1',
    outputs,
    usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
    ...fields,
  }),
}

export const serp = {
  page: (aiOverview?: object, fields: object = {}) => ({
    search_metadata: { id: 's', status: 'Success' },
    organic_results: [],
    ...(aiOverview && { ai_overview: aiOverview }),
    ...fields,
  }),
  overview: {
    text_blocks: [
      { type: 'paragraph', snippet: 'Example says X.', reference_indexes: [0] },
      {
        type: 'list',
        list: [
          { title: 'Burrs', snippet: 'Flat ones.', reference_indexes: [1] },
          { snippet: 'Conical.' },
        ],
      },
    ],
    references: [
      { title: 'A', link: A, snippet: 's', source: 'Example', index: 0 },
      { title: 'B', link: 'https://example.org/b', source: 'B', index: 1 },
    ],
  },
}

/** An answer of each engine that searched, and cites what it found. */
export const GOOD_ANSWERS: Readonly<Record<Exclude<CitationEngine, 'fake'>, unknown>> = {
  chatgpt: response([webSearch(), outputText(SAYS_X, [citation()])]),
  claude: claude.message([claude.search(), claude.results, claude.cited(SAYS_X)]),
  perplexity: chat('Example says X.[1]', sonarSources),
  gemini: gemini.candidate(
    [gemini.thought, { text: 'Café A says X.' }],
    gemini.grounding([gemini.web('example.com'), gemini.maps]),
  ),
  grok: response([webSearch(), outputText(SAYS_X, [citation()])], { citations: [A] }),
  mistral: mistral.conversation([
    mistral.search,
    mistral.output([{ type: 'text', text: SAYS_X }, mistral.reference(A)]),
  ]),
  compatible: chat(
    SAYS_X,
    {},
    {
      message: {
        annotations: [
          {
            type: 'url_citation',
            url_citation: { url: A, title: 'A', content: 's', start_index: 0, end_index: 15 },
          },
        ],
      },
    },
  ),
  'google-ai-overview': serp.page(serp.overview),
}
