type ParameterName = 'site' | 'from' | 'to' | 'limit'

/** Stands, in a cached statement, for a number that differs from call to call. */
export class NamedParameter {
  readonly name: ParameterName

  constructor(name: ParameterName) {
    this.name = name
  }
}

/** A number that a statement binds, or the name of one; the builders of statements need not tell them apart. */
export type BindableNumber = number | NamedParameter

/** Replaces the names among a cached statement's parameters by numbers, in the statement's order. */
export const bindNamed = (
  parameters: readonly unknown[],
  numbers: Readonly<Partial<Record<ParameterName, number>>>,
): unknown[] => parameters.map((one) => (one instanceof NamedParameter ? numbers[one.name] : one))
