import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS = ['src', 'db', 'tools']
const NOT_SERVED = /^src\/(?:dev|testing)\//
/** A comparison that ends with the first letter that differs, of what holds a secret by its name. */
const LEAKY =
  /(?<!typeof [\w.]*)\b\w*(?:token|secret|password|digest|signature|hmac|authorization)\s*[=!]==(?!\s*(?:undefined|null|''))|[=!]==\s*(?:expected|stored|wanted)?(?:Token|Secret|Password|Digest|Signature|Hmac)\b/

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !NOT_SERVED.test(file)),
)

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

it('no secret is compared letter by letter', () => {
  expect(sources.length).toBeGreaterThan(300)
  const found = sources.flatMap((file) =>
    linesOf(file).flatMap((line, i) =>
      LEAKY.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [],
    ),
  )
  expect(found).toEqual([])
})

it('the type of a secret may be looked at', () => {
  expect(LEAKY.test("typeof output.token === 'string'")).toBe(false)
})

it.each(['if (token === sent) {', 'return sent !== expectedDigest', 'secret===given'])(
  '%s would be found',
  (line) => expect(LEAKY.test(line)).toBe(true),
)

it('keys and sessions are looked up by the hash of their token alone', () => {
  const source = readFileSync('db/sqlite/credential-store.ts', 'utf8')
  const looked = [...source.matchAll(/WHERE ([\w.]+) = \?/g)].map(([, column]) => column)
  expect(new Set(looked)).toEqual(new Set(['k.token_hash', 'k.id', 't.hash', 's.token_hash']))
})
