// Loaded before the server by tests: kills it with SIGKILL at one moment of its work on the database. `FAILPOINT` is JSON:
// `statement`, a pattern of the text that is meant, and `moment`: `after statement`, `before commit` or `after commit`
// of the transaction that it belongs to. The service itself knows nothing of it.
import Module from 'node:module'

const { statement: pattern, moment } = JSON.parse(process.env.FAILPOINT)
const meant = new RegExp(pattern, 'i')

let isInTransaction = false

function die() {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

function noteRun() {
  if (moment === 'after statement') die()
  isInTransaction = true
}

/** The server runs from a copy of the program, whose SQLite is a module of its own. */
const patched = new Set()
const { _load: load } = Module
// oxlint-disable-next-line no-underscore-dangle -- Node's own name of it.
Module._load = function loadNoting(request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (/^better-sqlite3(?:-node22)?$/.test(request) && !patched.has(loaded)) {
    patched.add(loaded)
    patch(loaded)
  }
  return loaded
}

function patch(Sqlite) {
  const { prepare, exec } = Sqlite.prototype

  Sqlite.prototype.prepare = function prepareNoting(text) {
    const prepared = prepare.call(this, text)
    if (!meant.test(text)) return prepared
    for (const name of ['run', 'all', 'get']) {
      const run = prepared[name].bind(prepared)
      prepared[name] = (...values) => {
        const result = run(...values)
        noteRun()
        return result
      }
    }
    return prepared
  }

  Sqlite.prototype.exec = function execNoting(text) {
    const ends = isInTransaction && text === 'COMMIT'
    if (ends && moment === 'before commit') die()
    const result = exec.call(this, text)
    if (ends && moment === 'after commit') die()
    return result
  }
}
