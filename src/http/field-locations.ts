import { ServiceError, type FieldLocation } from '../kernel/door/errors.ts'

interface Sources {
  query: Readonly<Record<string, unknown>>
  path: Readonly<Record<string, unknown>>
  /** The place from which a field that was not sent would have come. */
  otherwise: FieldLocation
}

/**
 * Runs the work and, when fields are refused, adds to each whether it came by path, query or body. Where a field of
 * the path is refused, no row has such an id, and NOT_FOUND is thrown.
 */
export async function withLocations<T>(run: () => Promise<T>, sources: Sources): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    const error = located(thrown, sources)
    if (error.details.fields?.some(({ location }) => location === 'path')) {
      throw new ServiceError('NOT_FOUND', 'Nothing has this id', { cause: error })
    }
    throw error
  }
}

/** Makes the same error, with the place by which each field that it names came. */
function located(error: ServiceError, sources: Sources): ServiceError {
  if (!error.details.fields) return error
  const fields = error.details.fields.map((field) => ({
    ...field,
    location: field.location ?? locate(field.path, sources),
  }))
  return new ServiceError(error.code, error.message, {
    ...error.details,
    fields,
    cause: error.cause,
  })
}

function locate(path: string, { query, path: parameters, otherwise }: Sources): FieldLocation {
  const [name = ''] = path.split(/[.[]/)
  if (Object.hasOwn(parameters, name)) return 'path'
  return Object.hasOwn(query, name) ? 'query' : otherwise
}
