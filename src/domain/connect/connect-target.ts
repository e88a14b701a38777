/** An MCP server as it is presented to a client. */
export interface ConnectTarget {
  /** The name of the server, such as `data`; clients list the server by its `entryName`. */
  name: string
  /** The whole address. */
  url: string
  /** False for a server that everybody may use; clients are then given no credential for it. */
  isKeyed: boolean
}

/** Stands for the key in every text that people are shown; no key looks like it. */
export const KEY_PLACEHOLDER = 'ctbk_YOUR_KEY'

/** Clients that read the key from their environment find it here. */
export const KEY_VARIABLE = 'CITABLE_KEY'

const SERVICE = 'citable'

/** The name under which a client lists a server: `citable-data`, and `citable` for the one that is called so. */
export const entryName = ({ name }: Pick<ConnectTarget, 'name'>): string =>
  name === SERVICE ? SERVICE : `${SERVICE}-${name}`

/** The header that carries the key. */
export const bearerHeaders = (key: string) => ({ Authorization: `Bearer ${key}` })

/** The headers of an entry: none where the server needs no key. */
export const entryHeaders = ({ isKeyed }: Pick<ConnectTarget, 'isKeyed'>, key: string) =>
  isKeyed ? { headers: bearerHeaders(key) } : {}
