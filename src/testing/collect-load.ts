import { BROWSER_USER_AGENT } from './start-test-app.ts'

const KINDS = ['impression', 'ai_click', 'share', 'question', 'pageview', 'feedback'] as const

export interface Batch {
  address: string
  events: { eventId: string; url: string }[]
}

export interface CollectAnswer {
  status: number
  retryAfter: string | null
  limit: string | null
  body: {
    data: { accepted?: number; duplicates?: number; rejected?: number }
    error: null | { code: string }
  }
}

/** Makes events of all kinds, each on a page of its own, so that it can be found again by its path. */
export function makeBatch(name: string, size: number): Batch {
  const events = Array.from({ length: size }, (_, i) => {
    const kind = KINDS[(name.length + i * 7) % KINDS.length] ?? 'pageview'
    return {
      eventId: `${name}.${i}`,
      kind,
      url: `https://example.com/${name}/${i}`,
      ...(kind === 'ai_click' && { target: 'chatgpt' }),
      ...(kind === 'question' && { question: `What of ${name} and ${i}?` }),
      ...(kind === 'feedback' && { rating: 'up' }),
    }
  })
  let hash = 7
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) % 65_536
  return { address: `10.9.${hash >> 8}.${hash & 255}`, events }
}

/** Sends a batch; undefined when the connection broke before there was an answer. Half an answer throws. */
export async function postBatch(
  url: string,
  siteId: string,
  { address, events }: Batch,
): Promise<CollectAnswer | undefined> {
  const response = await fetch(`${url}/api/v1/collect`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': BROWSER_USER_AGENT,
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ siteId, events }),
  }).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined // what fetch throws for a broken connection
    throw error
  })
  if (!response) return undefined
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    limit: response.headers.get('x-ratelimit-limit'),
    body: (await response.json()) as CollectAnswer['body'],
  }
}

interface Load {
  url: string
  siteId: string
  /** All ids and paths of events begin with it. */
  name: string
  clients: number
  /** Called after each answer, with the number of answers so far. */
  onAnswer?: (answers: number) => void
}

/** Runs several clients at once, each sending batch after batch until the server is gone. */
export async function loadUntilGone({ url, siteId, name, clients, onAnswer }: Load) {
  const answered: Batch[] = []
  const unanswered: Batch[] = []
  const statuses = new Set<number>()
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const batch = makeBatch(`${name}-${number}-${turn}`, 1 + ((number + turn) % 5))
      const answer = await postBatch(url, siteId, batch)
      if (!answer) {
        unanswered.push(batch)
        return
      }
      statuses.add(answer.status)
      if (answer.status === 202) answered.push(batch)
      else unanswered.push(batch)
      onAnswer?.(answered.length)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return { answered, unanswered, statuses: [...statuses] }
}

export const pathsOf = (batches: readonly Batch[]): string[] =>
  batches.flatMap(({ events }) => events.map(({ url }) => new URL(url).pathname))
