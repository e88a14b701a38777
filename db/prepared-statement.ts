import type { CompiledQuery, RawBuilder } from 'kysely'
import { engineOf, type SqlEngine } from './form.ts'
import type { Db, Trx } from './tables/schema.ts'

/** A name that stands, in a statement that is compiled once, for a value that differs from call to call. */
export class NamedParameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A number that a statement binds, or the name of one, between which the code that builds statements need not
 * distinguish.
 */
export type BindableNumber = number | NamedParameter

/** Replaces the names among a compiled statement's parameters by values, in the statement's order. */
export const bindNamed = (
  parameters: readonly unknown[],
  values: Readonly<Record<string, unknown>>,
): unknown[] => parameters.map((one) => (one instanceof NamedParameter ? values[one.name] : one))

interface PreparedStatement<Row, Name extends string> {
  /** Returns the statement with its values bound, compiled for the engine of `compiler`. */
  bind(compiler: Db | Trx, values: Readonly<Record<Name, unknown>>): CompiledQuery<Row>
  /** Runs the statement with these values, and returns its rows. */
  rows(db: Db | Trx, values: Readonly<Record<Name, unknown>>): Promise<Row[]>
}

/**
 * Makes a statement that most answers need, which is compiled once for each engine, since compiling it would cost as
 * much as running it. `build` gets a parameter for each name.
 */
export function prepareStatement<Row, const Name extends string>(
  names: readonly Name[],
  build: (parameters: Readonly<Record<Name, NamedParameter>>) => RawBuilder<Row>,
): PreparedStatement<Row, Name> {
  const compiled = new Map<SqlEngine, CompiledQuery<Row>>()
  // @NOTE the entries are those of the names.
  const parameters = Object.fromEntries(
    names.map((name) => [name, new NamedParameter(name)]),
  ) as Record<Name, NamedParameter>
  const bind: PreparedStatement<Row, Name>['bind'] = (compiler, values) => {
    const engine = engineOf(compiler)
    let known = compiled.get(engine)
    if (!known) compiled.set(engine, (known = build(parameters).compile(compiler)))
    return { ...known, parameters: bindNamed(known.parameters, values) }
  }
  return { bind, rows: async (db, values) => (await db.executeQuery(bind(db, values))).rows }
}
