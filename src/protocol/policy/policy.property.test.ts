import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compilePath,
  compilePolicy,
  evaluateLayers,
  evaluatePolicy,
  matchesPath,
  normalisePath,
  pathOfUrl,
  readManifest,
  readPolicy,
} from '../index.ts'

const RUNS = { numRuns: 5_000 }

/** Matches a pattern by its definition, with every place tried. */
function matchesSlowly(pattern: string, path: string): boolean {
  if (pattern === '') return true
  if (pattern === '$') return path === ''
  if (pattern.startsWith('*')) {
    const places = Array.from({ length: path.length + 1 }, (_, at) => at)
    return places.some((at) => matchesSlowly(pattern.slice(1), path.slice(at)))
  }
  return path !== '' && pattern[0] === path[0] && matchesSlowly(pattern.slice(1), path.slice(1))
}

const letters = (max: number, ...all: string[]) =>
  fc.array(fc.constantFrom(...all), { maxLength: max }).map((list) => list.join(''))

describe('matchesPath', () => {
  it('matches what the slow definition matches', () => {
    const pattern = fc
      .tuple(letters(8, 'a', 'b', '/', '*'), fc.constantFrom('', '$'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, letters(12, 'a', 'b', '/'), (rule, path) => {
        expect(matchesPath(compilePath(rule), path)).toBe(matchesSlowly(rule, path))
      }),
      RUNS,
    )
  })

  it('finds long pieces as short ones', () => {
    fc.assert(
      fc.property(letters(60, 'a', 'b'), letters(200, 'a', 'b'), (piece, path) => {
        expect(matchesPath(compilePath(`*${piece}`), path)).toBe(path.includes(piece))
      }),
      RUNS,
    )
  })
})

const anything = fc.string({ unit: 'binary', maxLength: 40 })

describe('any text', () => {
  it('is normalised once and for all, and matches itself', () => {
    fc.assert(
      fc.property(fc.oneof(anything, letters(9, '%', '4', '1', 'f', '\ud800', '*')), (text) => {
        const once = normalisePath(text)
        expect(normalisePath(once)).toBe(once)
        expect(matchesPath(compilePath(once), once)).toBe(true)
      }),
      RUNS,
    )
  })

  it('throws nowhere', () => {
    const loose = letters(
      30,
      'a',
      '=',
      'y',
      ',',
      ';',
      '"',
      '\\',
      '(',
      ')',
      ' ',
      '<',
      ':',
      '\n',
      '/',
    )
    fc.assert(
      fc.property(fc.oneof(anything, loose), fc.anything(), (text, value) => {
        pathOfUrl(text)
        readPolicy(value)
        readManifest(value)
        readManifest(text)
        const policy = compilePolicy({ rules: [{ ...RULE, path: [text] }] })
        for (const url of [text, `/${text}`]) {
          const answer = evaluateLayers(policy, {
            target: text,
            use: 'train-ai',
            url,
            agents: { train: [text] },
            signals: {
              robotsTxt: `User-agent: *\nContent-Usage: ${text}\nDisallow: ${text}\n${text}`,
              askPolicy: text,
              askPolicyMeta: text,
              contentUsage: text,
              tdmRep: text,
              tdmReservation: text,
            },
          })
          expect(['allow', 'deny', 'unknown']).toContain(answer.decision)
        }
      }),
      RUNS,
    )
  })
})

const RULE = { path: ['/'], targets: ['*'], allow: ['answer'], deny: [] } as const

describe('evaluatePolicy', () => {
  const rule = fc.record({
    path: fc.array(fc.constantFrom('/', '/a', '/a*', '/*b', '/ab$', '/%61'), { minLength: 1 }),
    targets: fc.uniqueArray(fc.constantFrom('*', 'one', 'two'), { minLength: 1 }),
    allow: fc.uniqueArray(fc.constantFrom('answer', 'quote', '*')),
    deny: fc.uniqueArray(fc.constantFrom('answer', 'quote', '*')),
  })
  const rules = fc.array(rule, { maxLength: 6 })
  const question = fc.record({
    target: fc.constantFrom('one', 'two', 'three'),
    use: fc.constantFrom('answer', 'quote', 'search', 'x'),
    url: fc.constantFrom('/', '/a', '/ab', '/b', '/abb'),
  })

  it('decides as the specification defines it', () => {
    fc.assert(
      fc.property(rules, question, (list, asked) => {
        const read = readPolicy({ rules: list })
        expect(read.ok).toBe(true)
        const answer = evaluatePolicy(compilePolicy({ rules: list }), asked)
        const { decision, rule: index } = answer
        expect({ decision, rule: index }).toEqual(evaluateSlowly(list, asked))
      }),
      RUNS,
    )
  })

  it('does not depend on the order of rules', () => {
    fc.assert(
      fc.property(rules, question, (list, asked) => {
        const decide = (some: readonly unknown[]) =>
          evaluatePolicy(compilePolicy({ rules: some } as never), asked).decision
        expect(decide(list.toReversed())).toBe(decide(list))
      }),
      RUNS,
    )
  })

  interface Stated {
    path: string[]
    targets: string[]
    allow: string[]
    deny: string[]
  }

  /** Evaluates a policy by the pseudocode of the specification, and compiles a pattern's text again each time. */
  function evaluateSlowly(
    list: readonly Stated[],
    { target, use, url }: { target: string; use: string; url: string },
  ) {
    let best = { rank: [-1, 0, 0], decision: 'unknown', rule: null as number | null }
    for (const [index, { path, targets, allow, deny }] of list.entries()) {
      const speaks = (tokens: string[]) => ['*', use].some((one) => tokens.includes(one))
      const isDeny = speaks(deny)
      const isFor = [target, '*'].some((one) => targets.includes(one))
      if (!isFor || !speaks([...allow, ...deny])) continue
      for (const pattern of path) {
        const text = pattern.replace('%61', 'a')
        if (!matchesSlowly(text, url)) continue
        const rank = [text.length, targets.includes(target) ? 1 : 0, isDeny ? 1 : 0]
        const order = rank.map((one, at) => one - (best.rank[at] ?? 0)).find((one) => one !== 0)
        if (order === undefined || order < 0) continue
        best = { rank, decision: isDeny ? 'deny' : 'allow', rule: index }
      }
    }
    return { decision: best.decision, rule: best.rule }
  }
})
