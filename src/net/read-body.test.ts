import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decode, readBody } from './read-body.ts'

const text = Buffer.from('tide tables for every harbour\n'.repeat(400))

const read = (body: Buffer, coding: string | undefined, maxBytes = 1_000_000) =>
  readBody(Readable.from([body]), coding, maxBytes)

/** 256 MiB of zeros in a quarter of a megabyte, as members of one gzip file. */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(1_048_576))
  return Buffer.concat(Array.from({ length: 256 }, () => member))
}

describe('a body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['identity, gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
    [undefined, text],
  ])('in %s is undone', async (coding, body) => {
    expect(await read(body, coding)).toEqual({ body: text, truncated: false })
  })

  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('in %s is cut at the limit, and not before', async (coding, body) => {
    expect(await read(body, coding, 100)).toEqual({ body: text.subarray(0, 100), truncated: true })
    expect(await read(body, coding, text.length)).toEqual({ body: text, truncated: false })
    expect(await read(body, coding, text.length - 1)).toMatchObject({ truncated: true })
    expect(await read(body, coding, 0)).toEqual({ body: Buffer.alloc(0), truncated: true })
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', undefined])(
    'that is empty is empty in %s',
    async (coding) => {
      expect(await read(Buffer.alloc(0), coding)).toEqual({
        body: Buffer.alloc(0),
        truncated: false,
      })
    },
  )

  it.each(['gzip', 'deflate', 'br'])('that is no %s is refused', async (coding) => {
    const body = Buffer.from('<p>not compressed at all, whatever the header says</p>')
    await expect(read(body, coding)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' })
  })

  it.each(['zstd', 'gzip, gzip', 'gzip, br', 'x'.repeat(9_000)])(
    'in the coding %s is refused',
    async (coding) => {
      await expect(read(text, coding)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' })
    },
  )

  it.each(['gzip', 'deflate', 'br'] as const)(
    'of %s that ends early gives its start',
    async (coding) => {
      const whole = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding](
        Buffer.from(Array.from({ length: 9_000 }, (_, i) => String(i * 7_919)).join(' ')),
      )
      const { body, truncated } = await decode(
        whole.subarray(0, whole.length / 2),
        coding,
        1_000_000,
      )
      expect(truncated).toBe(false)
      expect(body.toString()).toMatch(/^0 7919 15838 /)
    },
  )

  it('that is a bomb is cut', async () => {
    const bomb = gzipBomb()
    expect(bomb.length).toBeLessThan(300_000)
    const { body, truncated } = await read(bomb, 'gzip', 2_000_000)
    expect(truncated).toBe(true)
    expect(body.length).toBe(2_000_000)
  })

  it('that never ends and decodes to nothing is cut', async () => {
    const nothing = Buffer.concat(Array.from({ length: 500 }, () => gzipSync('')))
    let sent = 0
    function* forever() {
      for (;;) {
        sent += nothing.length
        yield nothing
      }
    }
    const result = await readBody(Readable.from(forever()), 'gzip', 1_000)
    expect(result).toEqual({ body: Buffer.alloc(0), truncated: true })
    expect(sent).toBeLessThan(500_000)
  })
})
