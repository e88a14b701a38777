import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const FLOORS = ['src/kernel', 'db', 'src/domain', 'src/lib', 'src/protocol']

/** The rooms of this repository that each room may import besides itself; lower lines never import higher ones. */
const LAYERS = {
  // Other services take it alone, so it imports nothing, no package and nothing of Node either.
  'src/protocol': [],
  'src/lib': [],
  'src/domain': ['src/lib', 'src/protocol'],
  db: ['src/domain', 'src/lib'],
  'src/kernel': ['db', 'src/domain', 'src/lib', 'src/protocol'],
  'src/auth': FLOORS,
  'src/queue': FLOORS,
  'src/net': ['src/kernel', 'src/domain', 'src/lib'],
  'src/features': ['src/auth', 'src/queue', 'src/net', ...FLOORS],
  'src/http': ['src/auth', 'src/kernel', 'src/domain', 'src/lib', 'src/protocol'],
  'src/mcp': ['src/auth', 'src/kernel', 'src/domain', 'src/lib', 'src/protocol'],
  'src/chart': [],
  'src/widget': ['src/lib', 'src/protocol'],
  'src/dashboard': ['src/chart', 'examples/client'],
  tools: ['src/chart', 'src/features', 'src/kernel', 'src/domain', 'src/lib', 'src/protocol'],
}

/** Features that may take what another one shows in its `face.ts`. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  analytics: ['questions', 'search'],
  citations: ['analytics'],
  keys: ['identity', 'sites'],
  members: ['identity'],
  oauth: ['identity', 'sites'],
  org: ['audit', 'credits'],
  questions: ['prompts'],
  sites: ['analytics', 'citations', 'prompts', 'scans', 'widget'],
  webhooks: ['sites'],
}

/** `src/server` puts the rooms together, so it may import all of them. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...LAYERS,
  'src/server': Object.keys(LAYERS),
}

/** Layers without packages. */
const CLOSED = ['src/protocol']

/** Parts that use the whole service from outside, and that no layer may import. */
const OUTSIDE = ['src/cli', 'src/dev', 'src/testing', 'examples', 'bench', 'interop/src']

interface Owned {
  /** A package's name, or a pattern of the source. */
  what: string | RegExp
  places: readonly string[]
}

/** The packages that only one place may know. `bench` measures the bare libraries, so it may know them too. */
const OWNED: readonly Owned[] = [
  { what: 'express', places: ['src/http', 'bench'] },
  { what: 'better-sqlite3', places: ['db', 'src/testing', 'bench'] },
  { what: 'kysely', places: ['db'] },
  { what: '@electric-sql/pglite', places: ['db/postgres/testing'] },
  { what: '@modelcontextprotocol', places: ['src/mcp', 'examples', 'bench', 'interop/src'] },
  { what: 'piscina', places: ['src/queue'] },
  { what: 'undici', places: ['src/net', 'bench'] },
  { what: 'nodemailer', places: ['src/net'] },
  { what: 'parse5', places: ['src/domain/html'] },
  { what: 'cheerio', places: ['bench'] },
  { what: 'esbuild', places: ['src/chart', 'src/widget', 'src/dashboard', 'src/dev', 'bench'] },
  { what: 'preact', places: ['src/dashboard'] },
  { what: 'pino', places: ['src/lib/logger.ts'] },
  { what: 'pino-pretty', places: ['src/lib/logger.ts'] },
  { what: '@node-rs/argon2', places: ['src/auth'] },
  {
    what: /\bprocess\.env\b/g,
    places: [
      'src/server/environment.ts',
      'src/testing',
      'db/postgres/testing',
      'src/dev',
      'examples',
      'bench',
      'interop/src',
    ],
  },
  // A page in a browser has the clock of that browser.
  {
    what: /\bDate\.now\(/g,
    places: ['src/lib/time/clock.ts', 'src/dashboard/formats.ts', 'bench'],
  },
  // Lists are found, bound to their cursors and cut in one place, each with one row more than it shows.
  { what: /\bcursors\.open\(/g, places: ['src/kernel/reads'] },
  { what: /\blimit \+ 1\b/g, places: ['src/kernel/reads'] },
  { what: /\bnotFound\('site'\)/g, places: ['src/kernel/names', 'src/mcp'] },
  // All operations are nearly half of what the command line could load, and a command runs one or two.
  { what: /\bserver\/operations\.ts'/g, places: ['src/dev', 'src/testing', 'bench'] },
  // `parseUrl` says why.
  { what: /\bURL\.canParse\(/g, places: [] },
  // As a value, it keeps all of zod in every bundle that shares a chunk: 60 languages, a third of the start.
  { what: /\bimport (?:\{ z \}|z) from 'zod'/g, places: [] },
]

/** Packages whose types, and nothing else, a layer may take. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = { kysely: ['src/features'] }

interface Import {
  specifier: string
  isTypeOnly: boolean
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm

function importsOf(source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
  }))
}

const isIn = (file: string, place: string): boolean =>
  file === place || file.startsWith(`${place}/`)

const placeOf = (file: string): string | undefined =>
  [...Object.keys(ALLOWED), ...OUTSIDE].find((place) => isIn(file, place))

const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1]

function mayMeet(file: string, target: string): boolean {
  const [from = '', to = ''] = [featureOf(file), featureOf(target)]
  const isShown = target === `src/features/${to}/face.ts`
  return from === to || (isShown && ARROWS[from]?.includes(to) === true)
}

function mayImport(file: string, target: string): boolean {
  const from = placeOf(file)
  const to = placeOf(target)
  if (from !== undefined && (ALLOWED[from] ?? []).some((place) => isIn(target, place))) return true
  if (from === undefined || to === undefined) return false
  if (OUTSIDE.includes(from)) return true
  if (from === 'src/features' && to === from) return mayMeet(file, target)
  return from === to || (ALLOWED[from]?.includes(to) ?? false)
}

/** Everything that a file may not do, in words. */
function violations(file: string, source: string): string[] {
  const place = placeOf(file)
  if (place === undefined) return [`${file} belongs to no layer`]
  const imports = importsOf(source)
  const relatives = imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(file), specifier))
    .filter((target) => !mayImport(file, target))
    .map((target) => `${file} imports ${target}`)
  const strange = imports.filter(
    ({ specifier }) => CLOSED.includes(place) && !specifier.startsWith('.'),
  )
  const owned = OWNED.filter(({ places }) => !places.some((owner) => isIn(file, owner)))
  const taken = owned.flatMap(({ what }) =>
    typeof what === 'string'
      ? imports.filter((found) => isPackage(found, what) && !isLentType(found, what, place))
      : [...source.matchAll(what)].map(([specifier]) => ({ specifier })),
  )
  return [
    ...relatives,
    ...[...strange, ...taken].map(({ specifier }) => `${file} uses ${specifier}`),
  ]
}

const isPackage = ({ specifier }: Import, name: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`)

const isLentType = ({ isTypeOnly }: Import, name: string, place: string): boolean =>
  isTypeOnly && (TYPES_ONLY[name]?.includes(place) ?? false)

const root = join(import.meta.dirname, '..')
const files = ['src', 'tools', 'db', 'examples', 'bench', 'interop/src']
  .flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[jt]s|tsx)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .filter((file) => !file.endsWith('.test.ts'))

describe('layers', () => {
  it.each([...Object.keys(ALLOWED), ...OUTSIDE])('sees the files of %s', (place) => {
    expect(files.filter((file) => isIn(file, place)).length).toBeGreaterThan(0)
  })

  it('sees no file beside the rooms', () => {
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([])
  })

  it('reads the imports of the source', () => {
    const found = files.flatMap((file) => importsOf(readFileSync(join(root, file), 'utf8')))
    expect(found.length).toBeGreaterThan(files.length)
    const packages = OWNED.flatMap(({ what }) => (typeof what === 'string' ? [what] : []))
    const unused = packages.filter((name) => !found.some((one) => isPackage(one, name)))
    expect(unused).toEqual([])
  })

  it.each(files)('%s keeps to its layer', (file) => {
    expect(violations(file, readFileSync(join(root, file), 'utf8'))).toEqual([])
  })
})

/** Files that import each other, types included, over however many others: each file with one of its ways back to itself. */
function circles(importsByFile: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file].join(' > '))
    if (at >= 0 || finished.has(file)) return
    path.push(file)
    for (const target of importsByFile.get(file) ?? []) visit(target)
    path.pop()
    finished.add(file)
  }
  for (const file of importsByFile.keys()) visit(file)
  return found
}

const importsIn = (file: string): string[] =>
  importsOf(readFileSync(join(root, file), 'utf8'))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(file), specifier))

describe('circles of imports', () => {
  it('are none, not even of types', () => {
    const importsByFile = new Map(files.map((file) => [file, importsIn(file)]))
    expect(circles(importsByFile)).toEqual([])
  })

  it('are found where they are planted', () => {
    const planted = new Map([
      ['a.ts', ['b.ts', 'd.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', []],
    ])
    expect(circles(planted)).toEqual(['a.ts > b.ts > c.ts > a.ts'])
  })
})

describe('features', () => {
  it('meet without a circle, and by arrows that are used', () => {
    const arrows = Object.entries(ARROWS).map(([from, to]) => [from, [...to]] as const)
    expect(circles(new Map(arrows))).toEqual([])
    const used = files.flatMap((file) => {
      const from = featureOf(file)
      return importsIn(file)
        .map((target) => /^src\/features\/([^/]+)\/face\.ts$/.exec(target)?.[1])
        .filter((to) => from !== undefined && to !== undefined && to !== from)
        .map((to) => `${from} ${to}`)
    })
    const listed = arrows.flatMap(([from, to]) => to.map((one) => `${from} ${one}`))
    expect([...new Set(used)].toSorted()).toEqual(listed.toSorted())
  })
})

describe('the kernel', () => {
  it('has what several subjects share, and nothing of one or two', () => {
    const importers = new Map<string, string[]>()
    for (const file of files) {
      for (const target of importsIn(file)) {
        importers.set(target, [...(importers.get(target) ?? []), file])
      }
    }
    const ofFew = files.filter((file) => {
      // A port serves each implementation behind it, and a way to declare serves every subject to come.
      const isOpen = isIn(file, 'src/kernel/ports') || /\/define-[\w-]+\.ts$/.test(file)
      if (!isIn(file, 'src/kernel') || isOpen) return false
      const by = importers.get(file) ?? []
      const subjects = new Set(by.flatMap((one) => featureOf(one) ?? []))
      const isOfRooms = by.some((one) => featureOf(one) === undefined)
      return !isOfRooms && subjects.size < 3
    })
    expect(ofFew).toEqual([])
  })
})

describe('the domain', () => {
  const keepsBeside = (source: string): boolean => /\bnew Weak(?:Map|Set)\b/.test(source)

  it('keeps what it found of a page in the page, and not in a map beside it', () => {
    const found = files.filter(
      (file) => isIn(file, 'src/domain') && keepsBeside(readFileSync(join(root, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('is seen where it keeps a map', () => {
    expect(keepsBeside('const kinds = new WeakMap<ParsedPage, PageType>()')).toBe(true)
  })
})

describe('a planted violation', () => {
  const layers = Object.keys(ALLOWED)
  const forbidden = layers.flatMap((from) =>
    layers
      .filter((to) => to !== from && !ALLOWED[from]?.includes(to))
      .map((to): [string, string] => [from, to]),
  )

  it.each(forbidden)('in %s, importing %s, is found', (from, to) => {
    const path = relative(from, join(to, 'made-up.ts'))
    const specifier = path.startsWith('.') ? path : `./${path}`
    expect(violations(`${from}/a.ts`, `import { a } from '${specifier}'`)).toHaveLength(1)
    expect(violations(`${from}/a.ts`, `export {\n  a,\n} from '${specifier}'`)).toHaveLength(1)
    expect(violations(`${from}/a.ts`, `const a = await import('${specifier}')`)).toHaveLength(1)
  })

  it.each(['node:crypto', 'zod'])('of a closed layer, %s, is found', (name) => {
    expect(violations('src/protocol/a.ts', `import { a } from '${name}'`)).toHaveLength(1)
  })

  it.each(OWNED.map((owned) => [String(owned.what), owned] as const))(
    'of the owner of %s is found',
    (_, { what }) => {
      const source =
        typeof what === 'string'
          ? `import { a } from '${what}'`
          : 'const a = [process.env, Date.now()]'
      expect(violations('tools/publisher/a.ts', source).length).toBeGreaterThan(0)
    },
  )

  it.each([
    ['one feature in another', 'src/features/keys/a.ts', "import { a } from '../sites/site.ts'"],
    ['a face without an arrow', 'src/features/sites/a.ts', "import { a } from '../keys/face.ts'"],
    ['a composition file in a layer', 'src/http/a.ts', "import { a } from '../server/services.ts'"],
    ['a later composition file', 'src/services.ts', "import { a } from './server/app.ts'"],
    ['test helpers in a layer', 'src/kernel/a.ts', "import { a } from '../testing/a.ts'"],
    ['values of kysely in a feature', 'src/features/keys/a.ts', "import { sql } from 'kysely'"],
    ['a file of no layer', 'src/helpers/a.ts', ''],
  ])('of %s is found', (_, file, source) => {
    expect(violations(file, source)).toHaveLength(1)
  })

  it('is not seen where there is none', () => {
    expect(violations('src/features/keys/a.ts', "import type { Sql } from 'kysely'")).toEqual([])
    expect(violations('src/features/keys/a.ts', "import { a } from './b.ts'")).toEqual([])
    expect(violations('src/features/keys/a.ts', "import { a } from '../sites/face.ts'")).toEqual([])
    expect(violations('src/cli/main.ts', "import { a } from './commands.ts'")).toEqual([])
  })
})
