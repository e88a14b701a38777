import * as z from 'zod'
import type { Surface } from '../door/surface.ts'

/** The receiver of an answer: the caller of a route, or a model that calls a tool. */
export type By = 'route' | 'tool'

/** The forms of an input: that of a route about one site or none, of one over several sites, and of a tool. */
type Form = By | 'sites'

/** Parts of a read by the further surface that they are for, in addition to those of its route and its tool. */
export type OnSurfaces<T> = Readonly<Partial<Record<Exclude<Surface, 'api' | 'mcp'>, T>>>

/** Returns the surfaces on which a read has a route. */
export const routedOn = (alsoOn: OnSurfaces<unknown>): readonly [Surface, ...Surface[]] => [
  'api',
  // @NOTE the type of `alsoOn` says what its keys are.
  ...(Object.keys(alsoOn) as Surface[]),
]

/**
 * A field that the faces have in forms of their own, or that only one of them has; a comment next to the field says
 * why. A route over several sites uses the form `sites`, or else that of a route.
 */
type FacedField = Readonly<Partial<Record<Form, z.ZodType>>>

/** The fields of a read, in the order in which its faces have them. */
export type ReadFields = Readonly<Record<string, z.ZodType | FacedField>>

type SharedShape<F extends ReadFields> = {
  [K in keyof F as F[K] extends z.ZodType ? K : never]: F[K] extends z.ZodType ? F[K] : never
}

type FacedValues<F extends ReadFields> = {
  [K in keyof F as F[K] extends Record<By, z.ZodType> ? K : never]: F[K] extends Record<
    By,
    z.ZodType
  >
    ? z.output<F[K][By]>
    : never
}

type ValueOfOne<X> = X extends { readonly route: infer S extends z.ZodType }
  ? z.output<S>
  : X extends { readonly tool: infer S extends z.ZodType }
    ? z.output<S>
    : never

type SingleValues<F extends ReadFields> = {
  [K in keyof F as F[K] extends z.ZodType | Record<By, z.ZodType> ? never : K]?:
    ValueOfOne<F[K]> | undefined
}

/** The values of the fields of a read: undefined for a field that the caller's face does not have. */
export type Filters<F extends ReadFields> = z.output<z.ZodObject<SharedShape<F>>> &
  FacedValues<F> &
  SingleValues<F>

/** An input of which the code that declares reads knows some fields, and only the read itself knows the others. */
export type Input<Known> = Known & Readonly<Record<string, unknown>>

/**
 * Makes the input of a face: the fields that name the subject, the fields that this face has, and the sizes of a page.
 */
export function faceInput<Known>(
  by: Form,
  { before, fields, behind = {} }: { before: InputShape; fields: ReadFields; behind?: InputShape },
): z.ZodType<Input<Known>> {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const schema = field instanceof z.ZodType ? field : formOf(field, by)
    return schema === undefined ? [] : [[name, schema] as const]
  })
  const shape = { ...before, ...Object.fromEntries(shown), ...behind }
  // @NOTE the schemas of the known fields stand in the same object, which TypeScript does not see.
  return z.strictObject(shape) as unknown as z.ZodType<Input<Known>>
}

const formOf = (field: FacedField, by: Form): z.ZodType | undefined =>
  field[by] ?? (by === 'sites' ? field.route : undefined)

export type InputShape = Readonly<Record<string, z.ZodType>>

/** Returns the values of the fields of a read from an input; a field that was not sent is absent. */
export const filtersIn = <F extends ReadFields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
): Filters<F> =>
  // @NOTE the input was parsed with the schemas of these fields.
  Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)),
  ) as Filters<F>
