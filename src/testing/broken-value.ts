import * as fc from 'fast-check'

type Key = string | number

const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'x',
  '0',
  '2026-13-45',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  'x'.repeat(5_000),
  '\u202E',
  '../..',
  "' OR 1=1--",
  '{{url}}',
  Array(200).fill('x'),
]

/** Names that mean something to JavaScript, and one that means nothing to anybody. */
const FOREIGN = ['zz', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']

/** Lists the places of a JSON value, itself first. */
function placesOf(value: unknown, at: readonly Key[] = []): (readonly Key[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  const children: [Key, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, i) => [i, item])
    : Object.entries(value)
  return [at, ...children.flatMap(([key, child]) => placesOf(child, [...at, key]))]
}

/** Changes what stands at a place; what is made stays JSON, with `__proto__` as a field like any other. */
function changedAt(
  value: unknown,
  [key, ...rest]: readonly Key[],
  change: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (i === key ? changedAt(item, rest, change) : item))
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, child]) => [
      name,
      name === key ? changedAt(child, rest, change) : child,
    ]),
  )
}

const without = (old: unknown, pick: number): unknown => {
  const names = Object.keys(old ?? {})
  const gone = names[pick % Math.max(1, names.length)]
  return Object.fromEntries(Object.entries(old ?? {}).filter(([name]) => name !== gone))
}

const isFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Draws a value with one thing wrong in it: a wrong type, a missing field, or an unknown field. */
export const brokenValue = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .record({
      place: fc.constantFrom(...placesOf(value)),
      kind: fc.constantFrom('wrong', 'missing', 'foreign'),
      wrong: fc.constantFrom(...WRONG),
      name: fc.constantFrom(...FOREIGN),
      pick: fc.nat(50),
    })
    .map(({ place, kind, wrong, name, pick }) =>
      changedAt(value, place, (old) => {
        if (kind === 'wrong' || !isFields(old)) return wrong
        if (kind === 'missing') return without(old, pick)
        return Object.fromEntries([...Object.entries(old ?? {}), [name, wrong]])
      }),
    )

const UNSAFE = ['a\0b', '\uD800', 'x\uDC00x', '\0']

/** A value with a text, or a name, that no storage takes. */
export const unsafeValue = (value: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  fc
    .record({
      text: fc.constantFrom(...UNSAFE),
      isName: fc.boolean(),
      place: fc.constantFrom(...Object.keys(value), 'zz'),
    })
    .map(({ text, isName, place }) =>
      isName ? { ...value, [text]: 1 } : { ...value, [place]: [text] },
    )
