import type { Person } from './person.ts'
import type { Attempt, Seen } from './tried-client.ts'

/** What a client is asked that has an address and no key. */
export type KeylessAttempt = Omit<Attempt, 'key'>

/** Somebody else's program that connects by itself: it finds the authorization server, and has a person answer its page. */
export interface ConnectingClient {
  name: string
  version: string
  /** How the service comes to know it. */
  knownBy: 'registration' | 'document'
  /** Begins where nothing is known of the server; what it keeps goes with it. */
  begin(person: Person): ConnectingRun
}

export interface ConnectingRun extends Disposable {
  /** Connects, by what is kept of an earlier time where there is something, and does what it is asked. */
  attempt(asked: KeylessAttempt): Promise<Seen>
}
