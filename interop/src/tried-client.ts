/** The task that a client is given at a server. */
export interface Attempt {
  /** The server's whole address. */
  url: string
  /** The key; undefined at a server that needs no key. */
  key: string | undefined
  tool: string
  args: Readonly<Record<string, string>>
}

/** The answers that a client saw there; those that it cannot ask for are left out. */
export interface Seen {
  tools: string[]
  /** The answer of the tool, as the client shows it. */
  text: string
  resources?: string[]
  prompts?: string[]
}

/** A program of another project that speaks to the service. */
export interface TriedClient {
  name: string
  version: string
  /** The sentence that says that the client is not on this machine; undefined where it is. */
  missing?: string
  /** False for a client that answers a refused key with words of its own, such as a way to sign in. */
  showsRefusal: boolean
  /** Throws with what the client shows where it was refused. */
  attempt(asked: Attempt): Promise<Seen>
}

export const bearer = (key: string): string => `Bearer ${key}`

/** Returns the headers of a client, which are empty without a key. */
export const keyHeaders = (key: string | undefined): { authorization?: string } =>
  key === undefined ? {} : { authorization: bearer(key) }

export const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)

export const urisOf = (list: readonly { uri: string }[]): string[] => list.map(({ uri }) => uri)
