/** A fault of one member of a document, with the path of the member, such as `variables.points.maxLength`. */
export interface ProtocolProblem {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** A document that was read, or everything that is wrong with it. */
export type DocumentRead<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly ProtocolProblem[] }
