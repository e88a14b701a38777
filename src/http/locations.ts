import { ServiceError, type FieldLocation } from '../core/errors.ts'

interface Sources {
  query: Readonly<Record<string, unknown>>
  path: Readonly<Record<string, unknown>>
}

/** Runs and, when fields are refused, says of each whether it came by path, query or body. */
export async function withLocations<T>(run: () => Promise<T>, sources: Sources): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.details.fields) throw error
    const fields = error.details.fields.map((field) => ({
      ...field,
      location: field.location ?? locate(field.path, sources),
    }))
    throw new ServiceError(error.code, error.message, {
      ...error.details,
      fields,
      cause: error.cause,
    })
  }
}

function locate(path: string, { query, path: parameters }: Sources): FieldLocation {
  const [name = ''] = path.split(/[.[]/)
  if (name in parameters) return 'path'
  return name in query ? 'query' : 'body'
}
