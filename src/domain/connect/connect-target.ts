/** An MCP server as a client is told of it. */
export interface ConnectTarget {
  /** Such as `data`; clients list the server as `citable-data`. */
  name: string
  /** The whole address. */
  url: string
  /** False for a server that everybody may use; a client is told of no credential for it. */
  isKeyed: boolean
}

/** Stands for the key in whatever is shown to people; no key looks like it. */
export const KEY_PLACEHOLDER = 'ctbk_YOUR_KEY'

/** Clients that read the key from their environment find it here. */
export const KEY_VARIABLE = 'CITABLE_KEY'

/** The name under which a client lists a server. */
export const entryName = ({ name }: Pick<ConnectTarget, 'name'>): string => `citable-${name}`

/** The header that carries the key. */
export const bearerHeaders = (key: string) => ({ Authorization: `Bearer ${key}` })

/** The headers of an entry: none where the server needs no key. */
export const entryHeaders = ({ isKeyed }: Pick<ConnectTarget, 'isKeyed'>, key: string) =>
  isKeyed ? { headers: bearerHeaders(key) } : {}
