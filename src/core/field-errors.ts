import type { z } from 'zod'
import type { FieldError } from './errors.ts'

/** Every issue of a failed parse, one entry a field; unknown fields are named one by one, with the known ones. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = dotted(issue.path)
    if (issue.code !== 'unrecognized_keys') {
      return [{ path, code: issue.code, message: issue.message }]
    }
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      code: 'unknown_field',
      message: 'Unknown field',
    }))
  })
}

function dotted(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text
}
