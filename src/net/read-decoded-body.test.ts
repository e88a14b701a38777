import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody, readDecodedBody } from './read-decoded-body.ts'

const text = Buffer.from('tide tables for every harbour\n'.repeat(400))

const read = (body: Buffer, coding: string | undefined, maxBytes = 1_000_000) =>
  readDecodedBody(Readable.from([body]), coding, maxBytes)

/** Makes a gzip file of a quarter of a megabyte that unpacks to 256 MiB of zeros, in several members. */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(1_048_576))
  return Buffer.concat(Array.from({ length: 256 }, () => member))
}

describe('readDecodedBody', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['identity, gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
    ['UTF-8', text],
    ['none', text],
    ['', text],
    ['binary, 8bit', text],
    ['aws-chunked', text],
    ['gzip, utf-8', gzipSync(text)],
    [undefined, text],
  ])('decodes %s', async (coding, body) => {
    expect(await read(body, coding)).toEqual({ body: text, truncated: false })
  })

  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('cuts a body in %s at the limit, and not before', async (coding, body) => {
    expect(await read(body, coding, 100)).toEqual({ body: text.subarray(0, 100), truncated: true })
    expect(await read(body, coding, text.length)).toEqual({ body: text, truncated: false })
    expect(await read(body, coding, text.length - 1)).toMatchObject({ truncated: true })
    expect(await read(body, coding, 0)).toEqual({ body: Buffer.alloc(0), truncated: true })
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', undefined])(
    'returns an empty body for an empty one in %s',
    async (coding) => {
      expect(await read(Buffer.alloc(0), coding)).toEqual({
        body: Buffer.alloc(0),
        truncated: false,
      })
    },
  )

  it.each(['gzip', 'deflate', 'br'])('refuses a body that is no %s', async (coding) => {
    const body = Buffer.from('<p>not compressed at all, whatever the header says</p>')
    await expect(read(body, coding)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' })
  })

  it.each(['zstd', 'compress', 'utf-8, zstd', 'gzip, gzip', 'gzip, br'])(
    'refuses the coding %s',
    async (coding) => {
      await expect(read(text, coding)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' })
    },
  )

  it.each(['gzip', 'deflate', 'br'] as const)(
    'returns the start of a %s body that ends early',
    async (coding) => {
      const whole = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding](
        Buffer.from(Array.from({ length: 9_000 }, (_, i) => String(i * 7_919)).join(' ')),
      )
      const { body, truncated } = await decodeBody(
        whole.subarray(0, whole.length / 2),
        coding,
        1_000_000,
      )
      expect(truncated).toBe(false)
      expect(body.toString()).toMatch(/^0 7919 15838 /)
    },
  )

  it('cuts a decompression bomb', async () => {
    const bomb = gzipBomb()
    expect(bomb.length).toBeLessThan(300_000)
    const { body, truncated } = await read(bomb, 'gzip', 2_000_000)
    expect(truncated).toBe(true)
    expect(body.length).toBe(2_000_000)
  })

  it('cuts an endless body that decodes to nothing', async () => {
    const nothing = Buffer.concat(Array.from({ length: 500 }, () => gzipSync('')))
    let sent = 0
    function* forever() {
      for (;;) {
        sent += nothing.length
        yield nothing
      }
    }
    const result = await readDecodedBody(Readable.from(forever()), 'gzip', 1_000)
    expect(result).toEqual({ body: Buffer.alloc(0), truncated: true })
    expect(sent).toBeLessThan(500_000)
  })
})
