import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The folders that alone may hold SQL of SQLite. */
const OF_SQLITE = ['db/sqlite', 'db/migrations']
/** The files with the forms, both spellings side by side. */
const FORMS = ['db/forms.ts', 'db/ddl.ts']

/** Tells whether a source, without its comments, has a construct. */
type Finds = (source: string) => boolean

const CONSTRUCTS: Readonly<Record<string, RegExp | Finds>> = {
  'JSON functions': /\bjson_(?:each|tree|extract|set|insert|replace|remove|patch|group_\w+)\b/i,
  'JSON operators': /->>|(?<!-)->\s*'/,
  'row ids': /\b(?:rowid|last_insert_rowid)\b|\blastInsertRowid\b/i,
  hexadecimal: /\b(?:un)?hex\(/i,
  'full text': /\b(?:fts5|FTS5|bm25|BM25)\b|\bMATCH\s+[?'"$@]/,
  pragmas: /\bpragma\b/i,
  'inserts that replace': /\b(?:INSERT|UPDATE) OR\b|\bREPLACE INTO\b/,
  GLOB: /\bGLOB\s+[?'"$@]/,
  'LIKE, which ignores case': /(?<!\)\s)\bLIKE\b\s|'(?:not )?i?like'/,
  'planner hints': /(?:\b(?:WHERE|AND|OR|ON|NOT|BY)\s|sql`)\+[a-z]/,
  'conditions of a cross join': /\bCROSS JOIN\b(?:(?!\b(?:JOIN|WHERE)\b)[^`])*?\bON\b/,
  instr: /\binstr\(/i,
  'MAX and MIN of a row': (source) => callsOf(source, /\b(?:MAX|MIN)\(/g).some(hasComma),
  'IS with a value': /\bIS (?:NOT )?(?:\?|\$\{|@|CASE\b|[a-z]\w*\.)/,
  calendars: /(?<!\.)\b(?:strftime|julianday|unixepoch|datetime)\(/i,
  'counts of changes': /\b(?:total_)?changes\(\)/,
  'small and capital letters in names': /\bAS\s+[a-z]+[A-Z]/,
  'no limit': /\bLIMIT\s+-1\b/,
  'texts in double quotes': /(?:=|<>|\bTHEN|\bELSE)\s"[^"$]*"(?=[\s)])[^'\n]*`/,
  'conditions as numbers': (source) =>
    /\bNULL AS\b/.test(source.replaceAll(/\b(?:SELECT|THEN|ELSE|,)\s+NULL AS\b/g, '')) ||
    callsOf(source, /\b(?:EXISTS|IN)\s?\(/g).some(({ after }) => /^\s+AS\b/.test(after)),
  'subqueries without a name': (source) =>
    callsOf(source, /\b(?:FROM|JOIN)\s+\((?=\s*(?:SELECT|WITH)\b)/g).some(
      ({ after }) => !/^\s+AS\b/.test(after),
    ),
  'columns of an upsert without their table':
    /\bDO UPDATE SET\b[^`]*?\b(\w+) = (?:\w+\()?(?:excluded\.\w+, )?\1\b/,
  'question marks for parameters':
    /\b(?:SELECT|WHERE|AND|SET|VALUES|LIMIT)\b[^'`]*?[=<>(,T]\s*\?(?=[\s,)'"`])/,
  'definitions of tables': /\bWITHOUT ROWID\b|\bAUTOINCREMENT\b/,
  'statements of a connection': /\.prepare\(/,
}

interface Call {
  /** The text between the brackets of the call. */
  inner: string
  after: string
}

/** Finds calls by a pattern that ends in the opening bracket, each up to the bracket that closes it. */
function callsOf(source: string, opening: RegExp): Call[] {
  return [...source.matchAll(opening)].map((match) => {
    const from = match.index + match[0].length
    let depth = 1
    let at = from
    for (; at < source.length && depth > 0; at++) {
      if (source[at] === '(') depth++
      else if (source[at] === ')') depth--
    }
    return { inner: source.slice(from, at - 1), after: source.slice(at) }
  })
}

/** Returns true where a call has two arguments or more. */
function hasComma({ inner }: Call): boolean {
  let depth = 0
  for (const char of inner) {
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === ',' && depth === 0) return true
  }
  return false
}

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$|\s\/\/\s.*$/gm, '')

const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file === place || file.startsWith(`${place}/`))

/** Lists the constructs of SQLite alone that a file has and may not have. */
function constructsIn(file: string, source: string): string[] {
  if (isIn(file, [...OF_SQLITE, ...FORMS])) return []
  const code = withoutComments(source)
  return Object.entries(CONSTRUCTS).flatMap(([name, finds]) =>
    (finds instanceof RegExp ? finds.test(code) : finds(code)) ? name : [],
  )
}

const root = join(import.meta.dirname, '..')
const files = ['db', 'src', 'tools']
  .flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .filter((file) => !/\.test\.ts$|(?:^|\/)testing\//.test(file))

describe('SQL', () => {
  it('SQL is found in the files of the service', () => {
    expect(files.filter((file) => isIn(file, ['db'])).length).toBeGreaterThan(50)
    expect(files.filter((file) => isIn(file, ['src', 'tools'])).length).toBeGreaterThan(300)
  })

  it('SQL is what both engines take, outside of the forms and of SQLite’s own files', () => {
    const found = files.flatMap((file) =>
      constructsIn(file, readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })

  it.each(OF_SQLITE)('SQL of SQLite alone stands in %s', (place) => {
    const sources = files
      .filter((file) => isIn(file, [place]))
      .map((file) => readFileSync(join(root, file), 'utf8'))
    expect(sources.some((source) => constructsIn('db/elsewhere.ts', source).length > 0)).toBe(true)
  })
})

const PLANTED: readonly (readonly [construct: keyof typeof CONSTRUCTS, source: string])[] = [
  ['JSON functions', 'sql`SELECT value FROM json_each(${list}) AS list`'],
  ['JSON functions', "sql`json_extract(record, '$.type')`"],
  ['JSON functions', "sql`json_set(tally, '$.isCut', 1)`"],
  ['JSON functions', 'sql`SELECT json_group_array(num) FROM page`'],
  ['JSON operators', "sql`SELECT record ->> 'type' FROM page_record`"],
  ['JSON operators', "sql`SELECT record -> 'tags' FROM page_record`"],
  ['row ids', 'sql`DELETE FROM page_text WHERE rowid IN (1)`'],
  ['row ids', 'const { lastInsertRowid } = statement.run()'],
  ['row ids', 'sql`SELECT last_insert_rowid()`'],
  ['hexadecimal', 'sql`SELECT hex(body_hash) FROM page_record`'],
  ['hexadecimal', 'sql`INSERT INTO page_reading (phrases) SELECT unhex(${text})`'],
  ['full text', 'sql`SELECT num FROM page_text WHERE page_text MATCH ${query}`'],
  ['full text', 'sql`SELECT num FROM page_text ORDER BY bm25(page_text)`'],
  ['full text', 'sql`CREATE VIRTUAL TABLE t USING fts5 (text)`'],
  ['pragmas', 'sql`PRAGMA synchronous = OFF`'],
  ['pragmas', "connection.pragma('synchronous = OFF')"],
  ['inserts that replace', 'sql`INSERT OR IGNORE INTO term (value) VALUES (1)`'],
  ['inserts that replace', 'sql`REPLACE INTO term (value) VALUES (1)`'],
  ['GLOB', 'sql`path GLOB ${pattern}`'],
  ['LIKE, which ignores case', 'sql`path LIKE ${prefix}`'],
  ['LIKE, which ignores case', "query.where('path', 'like', prefix)"],
  ['LIKE, which ignores case', "query.where('path', 'not like', prefix)"],
  ['planner hints', 'sql`UPDATE page SET title = NULL WHERE +site_num = 1`'],
  ['planner hints', 'sql`page_num = 1 AND +page.site_num = 1`'],
  ['planner hints', "query.where(sql`+site_num`, '=', 1)"],
  ['conditions of a cross join', 'sql`FROM days CROSS JOIN rollup_day AS f ON f.day = days.day`'],
  ['instr', "sql`substr(url, instr(url, '/'))`"],
  ['MAX and MIN of a row', 'sql`SET last_seen_at = MAX(last_seen_at, ${at})`'],
  ['MAX and MIN of a row', 'sql`SELECT MIN(COALESCE(a, b), c)`'],
  ['IS with a value', 'sql`score_basis IS NOT CASE WHEN a THEN b END`'],
  ['IS with a value', 'sql`title IS ${title}`'],
  ['IS with a value', 'sql`title IS NOT other.title`'],
  ['calendars', "sql`strftime('%s', at)`"],
  ['calendars', "sql`datetime(at, 'unixepoch')`"],
  ['counts of changes', 'sql`SELECT changes()`'],
  ['counts of changes', 'sql`SELECT total_changes()`'],
  ['small and capital letters in names', 'sql`SELECT site_num AS siteNum FROM page`'],
  ['no limit', 'sql`SELECT num FROM page LIMIT -1 OFFSET 10`'],
  ['texts in double quotes', 'sql`SELECT num FROM page WHERE path = "/" AND title IS NULL`'],
  ['conditions as numbers', 'sql`SELECT record IS NOT NULL AS is_read FROM page_record`'],
  ['conditions as numbers', 'sql`SELECT EXISTS (SELECT 1 FROM (SELECT 1) AS a) AS is_read`'],
  ['conditions as numbers', 'sql`SELECT num IN (SELECT num FROM twin) AS twin FROM page`'],
  ['subqueries without a name', 'sql`SELECT * FROM (SELECT (1)) UNION ALL SELECT 2`'],
  ['subqueries without a name', 'sql`SELECT num FROM page JOIN (SELECT 1) ON true`'],
  [
    'columns of an upsert without their table',
    'sql`ON CONFLICT (day) DO UPDATE SET kind = excluded.kind, events = events + excluded.events`',
  ],
  [
    'columns of an upsert without their table',
    'sql`ON CONFLICT (num) DO UPDATE SET at = COALESCE(excluded.at, at)`',
  ],
  ['question marks for parameters', "const TEXT = 'SELECT day FROM rollup_day WHERE site_num = ?'"],
  ['question marks for parameters', "const TEXT = 'INSERT INTO term VALUES (?, ?)'"],
  ['definitions of tables', 'sql`CREATE TABLE a (b INTEGER PRIMARY KEY AUTOINCREMENT)`'],
  ['statements of a connection', "connection.prepare('SELECT 1')"],
]

describe('a planted construct', () => {
  it('a construct of every kind is planted', () => {
    expect([...new Set(PLANTED.map(([name]) => name))].toSorted()).toEqual(
      Object.keys(CONSTRUCTS).toSorted(),
    )
  })

  it.each(PLANTED)('a planted construct of %s is found in: %s', (name, source) => {
    expect(constructsIn('db/facts/a.ts', source)).toContain(name)
  })

  it.each([...OF_SQLITE.map((place) => `${place}/a.ts`), ...FORMS])(
    'SQL of SQLite alone may stand in %s',
    (file) => {
      expect(constructsIn(file, PLANTED.map(([, source]) => source).join('\n'))).toEqual([])
    },
  )

  it.each([
    'sql`SELECT MAX(at), COALESCE(SUM(a), 0) FROM event WHERE title IS NOT NULL AND kind = ${kind}`',
    'sql`SELECT NULL AS value, CASE WHEN EXISTS (SELECT 1) THEN 1 ELSE 0 END AS is_read`',
    'sql`SELECT site_num AS "siteNum" FROM (SELECT * FROM page) AS own CROSS JOIN twin LEFT JOIN b ON true`',
    'sql`LOWER(path) LIKE LOWER(${pattern})`',
    'sql`ON CONFLICT (day) DO UPDATE SET events = rollup_day.events + excluded.events`',
    'sql`a IS DISTINCT FROM CASE WHEN b THEN 1 END`',
    'const isOpen = (a?: string) => Math.max(1, 2) > (a ? 1 : 0) // json_each(a)',
    '/** A rowid of SQLite. */',
  ])('no construct is found where there is none: %s', (source) => {
    expect(constructsIn('db/facts/a.ts', source)).toEqual([])
  })
})
