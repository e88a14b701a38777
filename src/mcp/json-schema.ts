import * as z from 'zod'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Keywords that cost tokens and tell a model nothing; the door refuses unknown arguments itself. */
const NOISE = new Set(['$schema', 'additionalProperties', 'title', 'id', 'list'])

/** A zod schema as JSON Schema, computed once and without noise. `additionalProperties` that describe values stay. */
export function toolSchema(schema: z.ZodType, io: 'input' | 'output'): { [key: string]: Json } {
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }),
  )
  const slim = strip(JSON.parse(text) as Json) // @NOTE JSON.parse gives JSON
  if (typeof slim !== 'object' || slim === null || Array.isArray(slim)) {
    throw new TypeError('A tool schema must be an object')
  }
  return slim
}

function strip(value: Json, isProperties = false): Json {
  if (Array.isArray(value)) return value.map((item) => strip(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, child]) => isProperties || !isNoise(key, child))
  return Object.fromEntries(
    kept.map(([key, child]) => [key, strip(child, !isProperties && key === 'properties')]),
  )
}

function isNoise(key: string, child: Json): boolean {
  if (key === 'additionalProperties') return typeof child === 'boolean'
  if (child === Number.MAX_SAFE_INTEGER || child === Number.MIN_SAFE_INTEGER) return true
  return NOISE.has(key)
}
