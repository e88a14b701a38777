import { inspectData } from '../../src/testing/stored-events.ts'
import { shortId } from '../../src/domain/ids.ts'

// A line break is two characters in JSON, of which one is a letter, so no mark begins with a boundary of words.
const ID =
  /(org|usr|ses|key|site|pg|aud|req|evt|top|job|rul|prm|mem|inv|dom|whk|dlv|crd|cli|orq|cq)(?:_test)?[_-][0-9a-hjkmnp-tv-z]{26}/g
const TOKEN = /ctb[ksparco]_[0-9A-Za-z]{49}/g
const SHORT_ID = /(?<=\\n|(?<![0-9A-Za-z]))[0-9a-hjkmnp-tv-z]{6}(?![0-9A-Za-z])/g
/** Ids of entries of one moment: no order of the data distinguishes them. */
const UNNAMED: ReadonlySet<string> = new Set(['crd'])
const TIME_CHARS = 10

/**
 * Parts of answers that no two runs share, each with the text that replaces it. Parts with a known name are replaced
 * before.
 */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/ctb[ksparco]_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/g, '<masked key>'],
  [/("client_secret":")[\w-]{43}/g, '$1<client secret>'],
  [/whsec_[\w+/=-]{20,}/g, '<webhook secret>'],
  [/([?&]link=|"link=)[\w-]{40,}/g, '$1<link>'],
  [/untrusted-[0-9a-f]{12}\b/g, 'untrusted-<fence>'],
  [/(citable-verification=)[0-9a-f]{32}\b/g, '$1<proof>'],
  [/("boot":")[^"]+/g, '$1<boot>'],
  // Digests and ETags are made from texts that have ids in them.
  [/sha-256=:[\w+/]{43}=:/g, 'sha-256=:<digest>:'],
  [/W\/\\?"[\w-]{22}\\?"/g, '<etag>'],
  [/^"[\w+/=-]{16,}"$/g, '<etag>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  [/-[0-9a-z]{8}-[0-9a-f]{16}-[\w-]{22}/g, '-<checkout>'],
  [/(qst_[0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{10}/g, '$1<number>'],
  [/("durationMs":|First byte of the start page after )\d+/g, '$1<ms>'],
  // The number of a step of a scan, which writes down as many as time allows.
  [/^id: \d+$/gm, 'id: <step>'],
  // An answer with a link is as long as its token, which is packed.
  [/("tool":"export_data"[^}]*"bytes":|export_data,[^\n]*,)\d+/g, '$1<bytes>'],
]

const NEXT_CURSOR = /nextCursor\\?"?[:=]\s?\\?"?([\w-]{17,})/g

/**
 * Knows what the ids and credentials of a run are called: the first site that was made is `<site:1>` in every run, unless it
 * was given a name of its own. Ids are read from the data, so their numbers do not depend on answers.
 */
export class KnownNames {
  readonly #directory: string
  readonly #nameById = new Map<string, string>()
  readonly #idByName = new Map<string, string>()
  readonly #nameByShortId = new Map<string, string>()
  readonly #secretByName = new Map<string, string>()
  readonly #nameBySecret = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  /**
   * One query for each table whose rows have ids: in the order in which they were made, as far as the table keeps it.
   */
  #queries: readonly string[] | undefined

  constructor(directory: string) {
    this.#directory = directory
  }

  addSecret(name: string, secret: string): void {
    this.#secretByName.set(name, secret)
    this.#nameBySecret.set(secret, name)
  }

  /** Gives an id a name in place of a number. */
  addId(name: string, id: string): void {
    this.#nameById.set(id, name)
    this.#idByName.set(name, id)
    this.#nameByShortId.set(shortId(id), name)
  }

  /** Names what the data holds and what has no name yet, in the order in which it was made. */
  survey(): void {
    const found = this.#storedIds().filter(
      (id) => !this.#nameById.has(id) && !UNNAMED.has(kindOf(id)),
    )
    const sorted = found.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : +(timeOf(a) > timeOf(b))))
    for (const id of sorted) {
      const kind = kindOf(id)
      const count = (this.#counts.get(kind) ?? 0) + 1
      this.#counts.set(kind, count)
      this.addId(`${kind}:${count}`, id)
    }
  }

  /** Returns the value of a reference such as `<site:1>` or `<secret:owner>`. */
  find(kind: string, name: string): string | undefined {
    return kind === 'secret' ? this.#secretByName.get(name) : this.#idByName.get(`${kind}:${name}`)
  }

  /** Replaces what differs from run to run. */
  mask(text: string): string {
    const cursors = new Set([...text.matchAll(NEXT_CURSOR)].map(([, cursor = '']) => cursor))
    let masked = text
    for (const cursor of cursors) masked = masked.replaceAll(cursor, '<cursor>')
    masked = masked
      .replaceAll(TOKEN, (token) => `<secret:${this.#nameBySecret.get(token) ?? 'new'}>`)
      .replaceAll(ID, (id) => `<${this.#nameById.get(id.replace('-', '_')) ?? kindOf(id)}>`)
      .replaceAll(SHORT_ID, (short) => this.#shown(short))
    for (const [pattern, mark] of MASKS) masked = masked.replaceAll(pattern, mark)
    return masked
  }

  #shown(text: string): string {
    const name = this.#nameByShortId.get(text)
    return name === undefined ? text : `<short ${name}>`
  }

  #storedIds(): string[] {
    return inspectData(this.#directory, (db) => {
      this.#queries ??= db
        .prepare<[], string>(
          `SELECT 'SELECT id FROM "' || t.name || '" ORDER BY ' || CASE t.wr WHEN 1 THEN 'id' ELSE 'rowid' END
           FROM pragma_table_list t, pragma_table_info(t.name) c
           WHERE t.type = 'table' AND c.name = 'id' AND lower(c.type) = 'text' ORDER BY t.name`,
        )
        .pluck()
        .all()
      return this.#queries.flatMap((query) =>
        db
          .prepare<[], string>(query)
          .pluck()
          .all()
          .filter((id) => id.search(ID) === 0),
      )
    })
  }
}

const kindOf = (id: string): string => /^[a-z]+/.exec(id)?.[0] ?? ''

/** Ids begin with the time at which they were made. */
const timeOf = (id: string): string => id.slice(id.indexOf('_') + 1).slice(0, TIME_CHARS)
