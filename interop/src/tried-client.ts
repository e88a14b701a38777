/** What a client is asked to do at a server. */
export interface Attempt {
  /** The server's whole address. */
  url: string
  /** Undefined at a server that needs none. */
  key: string | undefined
  tool: string
  args: Readonly<Record<string, string>>
}

/** What a client saw there; what it cannot ask for is left out. */
export interface Seen {
  tools: string[]
  /** The answer of the tool, as the client shows it. */
  text: string
  resources?: string[]
  prompts?: string[]
}

/** Somebody else's program that speaks to the service. */
export interface TriedClient {
  name: string
  version: string
  /** Where it is not here, the sentence that says so. */
  missing?: string
  /** False for one that answers a refused key with words of its own, such as a way to sign in. */
  showsRefusal: boolean
  /** Throws with what the client shows where it was refused. */
  attempt(asked: Attempt): Promise<Seen>
}

export const bearer = (key: string): string => `Bearer ${key}`

/** The headers of a client: none without a key. */
export const keyHeaders = (key: string | undefined): { authorization?: string } =>
  key === undefined ? {} : { authorization: bearer(key) }

export const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)

export const urisOf = (list: readonly { uri: string }[]): string[] => list.map(({ uri }) => uri)
