import * as z from 'zod'

/** Fields of an input, as a schema each. */
export type Fields = Readonly<Record<string, z.ZodType>>

export type ValuesOf<F extends Fields> = z.output<z.ZodObject<F>>

/** The filters of a read: those that all faces take, and those that only the face of a route or of a tool has. */
export type Filters<F extends Fields, R extends Fields, T extends Fields> = ValuesOf<F> &
  Partial<ValuesOf<R>> &
  Partial<ValuesOf<T>>

/** An input of which some fields are known to whoever declares reads, and the others to the read alone. */
export type Input<Known> = Known & Readonly<Record<string, unknown>>

// @NOTE the schemas of the known fields stand in the same object; TypeScript cannot see through a spread of a type parameter.
export const inputOf = <Known>(fields: Fields): z.ZodType<Input<Known>> =>
  z.strictObject(fields) as unknown as z.ZodType<Input<Known>>
