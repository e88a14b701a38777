const NODE_MAJOR = Number.parseInt(process.versions.node, 10)

/**
 * The line of better-sqlite3 for the Node that runs. Its line 12 aborts on Node 24.19 and later when a statement is collected
 * (https://github.com/WiseLibs/better-sqlite3/issues/1515), and line 13 needs Node 22; the two have one interface.
 */
export const SQLITE_PACKAGE = NODE_MAJOR >= 22 ? 'better-sqlite3-node22' : 'better-sqlite3'
