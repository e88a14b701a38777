import { isText, type Parameter } from './find-readers.ts'

/** Values for the other parameters of a function, by their declared type. */
const VALUES: Readonly<Record<string, unknown>> = {
  number: 1_000,
  boolean: true,
  'readonly string[]': ['en'],
  'string[]': ['en'],
  'ReadonlySet<string>': new Set(),
  'readonly PageLead[]': [],
  'readonly Span[]': [{ start: 0, end: 4 }],
  Span: { start: 0, end: 4 },
  LintOptions: { sources: ['a.example'], names: ['Acme'], isTemplate: false },
}

/** True where every parameter that has to be given is a text or in the table. */
export const canBeGiven = (parameters: readonly Parameter[]): boolean =>
  parameters.every((one) => one.isOptional || isText(one) || Object.hasOwn(VALUES, one.type))

/** Makes the arguments of a function; one of them is then replaced by the long text. */
export const plainArguments = (parameters: readonly Parameter[]): unknown[] =>
  parameters.map((one) => {
    if (one.isOptional) return undefined
    if (!isText(one)) return VALUES[one.type]
    return /lang/i.test(one.name) ? 'en' : 'a'
  })
