import { ServiceError } from '../kernel/door/errors.ts'

/** A body can take long to parse from this size on. */
const LARGE_BYTES = 262_144
/** Some 2,000 records of bulk work have 15,000 brackets. */
const MAX_BRACKETS = 100_000
const MAX_COMMAS = 300_000

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** True where others should be let in between two looks at a body. */
export const isLarge = ({ length }: Buffer): boolean => length > LARGE_BYTES

/**
 * Five megabytes of text are parsed in five milliseconds, and as many of nested brackets in half a second. Those of
 * strings count too, which is why there may be many. Throws BODY_TOO_LARGE.
 */
export function assertParsable(body: Buffer): void {
  if (!isLarge(body)) return
  let brackets = 0
  let commas = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === COMMA) commas += 1
    else if (byte === BRACKET || byte === BRACE) brackets += 1
  }
  if (commas <= MAX_COMMAS && brackets <= MAX_BRACKETS) return
  throw new ServiceError(
    'BODY_TOO_LARGE',
    `The body may have at most ${MAX_BRACKETS} lists and objects, and ${MAX_COMMAS} commas`,
  )
}
