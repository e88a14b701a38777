type ParameterName = 'site' | 'from' | 'to' | 'limit'

/** Stands in a statement that is kept for a number that differs from one call to the next. */
export class NamedParameter {
  readonly name: ParameterName

  constructor(name: ParameterName) {
    this.name = name
  }
}

/** A number that a statement binds, or the name of one: what builds the statement looks at neither. */
export type BindableNumber = number | NamedParameter

/** The parameters of a kept statement, in its order, with numbers where it has names. */
export const bindNamed = (
  parameters: readonly unknown[],
  numbers: Readonly<Record<ParameterName, number>>,
): unknown[] => parameters.map((one) => (one instanceof NamedParameter ? numbers[one.name] : one))
