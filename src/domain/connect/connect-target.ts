/** An MCP server as it is presented to a client. */
export interface ConnectTarget {
  /** The name of the server, such as `data`; clients list the server by its `entryName`. */
  name: string
  /** The whole address of the server. */
  url: string
  /** True for a server that needs the key; clients are given no credential for one that everybody may use. */
  isKeyed: boolean
}

/** The text that takes the place of the key in every text that people are shown; no key looks like it. */
export const KEY_PLACEHOLDER = 'ctbk_YOUR_KEY'

/** The environment variable in which some clients find the key. */
export const KEY_VARIABLE = 'CITABLE_KEY'

const SERVICE = 'citable'

/**
 * Returns the name under which a client lists a server: `citable-data` for `data`, and `citable` for the server named
 * `citable`.
 */
export const entryName = ({ name }: Pick<ConnectTarget, 'name'>): string =>
  name === SERVICE ? SERVICE : `${SERVICE}-${name}`

/** Returns the HTTP header that carries the key. */
export const bearerHeaders = (key: string) => ({ Authorization: `Bearer ${key}` })

/**
 * Returns the headers of a server's entry, as an object to spread into it; an empty one where the server needs no key.
 */
export const entryHeaders = ({ isKeyed }: Pick<ConnectTarget, 'isKeyed'>, key: string) =>
  isKeyed ? { headers: bearerHeaders(key) } : {}
