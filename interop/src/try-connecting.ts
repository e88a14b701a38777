import {
  serverAddress,
  type ServerDefinition,
} from '../../src/kernel/assistants/server-definition.ts'
import { HOUR_MS } from '../../src/lib/time/clock.ts'
import type { ConnectingClient } from './connecting-client.ts'
import type { Person } from './person.ts'
import type { TriedService } from './service.ts'
import { callOf, failed, judgeAnswers, ok, SEEN_CHECKS, type Outcome } from './try-out.ts'

/** Access tokens last for an hour. */
const LATER_MS = 2 * HOUR_MS

const LATER = 'two hours later'
const PAGE = 'one page'
export const CONNECTING_CHECKS = [...SEEN_CHECKS, LATER, PAGE]

/**
 * Lets a client connect with the address alone, do what the others do with a key, and do it once more when its access token
 * has ended. A person is shown the page once.
 */
export async function tryConnecting(
  client: ConnectingClient,
  server: ServerDefinition,
  service: TriedService,
): Promise<Outcome[]> {
  const { word, ...call } = callOf(server)
  const person = await service.person()
  using run = client.begin(person)
  const attempt = () => run.attempt({ ...call, url: `${service.url}${serverAddress(server)}` })
  const first = await judgeAnswers(server, word, attempt)
  service.wait(LATER_MS)
  const again = await judgeAnswers(server, word, attempt)
  const worse = again.find(({ outcome }) => outcome === 'FAILED')
  return [
    ...first,
    worse ? failed(LATER, `${worse.check}: ${worse.shown}`) : ok(LATER),
    judgePage(client, person),
  ]
}

function judgePage({ knownBy }: ConnectingClient, { asked, clientId }: Person): Outcome {
  if (asked !== 1) return failed(PAGE, `it was opened ${asked} times`)
  const isAsMeant = clientId.startsWith('https:') === (knownBy === 'document')
  return isAsMeant ? ok(PAGE) : failed(PAGE, `it was opened by ${clientId}`)
}
