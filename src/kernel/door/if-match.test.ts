import { describe, expect, it } from 'vitest'
import { assertVersion } from './if-match.ts'

describe('assertVersion', () => {
  it.each([undefined, '*', '7', '"7"', 'W/"7"'])('takes If-Match %s for version 7', (ifMatch) => {
    expect(() => assertVersion('rule', 7, ifMatch)).not.toThrow()
  })

  it.each(['6', '"8"', '77', '', 'W/', '07', '7, 8', '**'])(
    'refuses If-Match %j for version 7, and names that version',
    (ifMatch) => {
      expect(() => assertVersion('rule', 7, ifMatch)).toThrow(
        expect.objectContaining({
          code: 'PRECONDITION_FAILED',
          message: 'The rule is at version 7; read it again',
        }),
      )
    },
  )
})
