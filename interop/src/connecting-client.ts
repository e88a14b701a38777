import type { Person } from './person.ts'
import type { Attempt, Seen } from './tried-client.ts'

/** A task for a client that has an address and no key. */
export type KeylessAttempt = Omit<Attempt, 'key'>

/**
 * A program of another project that connects by itself: it finds the authorization server, and has a person answer its
 * page.
 */
export interface ConnectingClient {
  name: string
  version: string
  /** The way in which the service comes to know the client. */
  knownBy: 'registration' | 'document'
  /** Begins a run that knows nothing of the server; what the run keeps is deleted with it. */
  begin(person: Person): ConnectingRun
}

export interface ConnectingRun extends Disposable {
  /** Connects, with what an earlier attempt of the run kept where there is such, and does what it is asked. */
  attempt(asked: KeylessAttempt): Promise<Seen>
}
