import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { streamBody, peekFirst } from './stream-body.ts'

const TEXT = Buffer.from('Tides come twice a day. '.repeat(40_000))

/** Makes a stream of bytes in chunks, as a connection delivers them. */
const stream = (bytes: Buffer, size = 10_000): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  )

async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

describe('streamBody', () => {
  it('yields what was sent in any coding', async () => {
    const codings: [string | undefined, Buffer][] = [
      [undefined, TEXT],
      ['identity', TEXT],
      ['gzip', gzipSync(TEXT)],
      ['deflate', deflateSync(TEXT)],
      ['deflate', deflateRawSync(TEXT)],
      ['br', brotliCompressSync(TEXT)],
    ]
    for (const [coding, bytes] of codings) {
      const read = await all(streamBody(stream(bytes, 1_000), coding, TEXT.length))
      expect(read.equals(TEXT)).toBe(true)
    }
  })

  it('ends at the limit, and closes the stream', async () => {
    for (const [coding, bytes] of [[undefined, TEXT] as const, ['gzip', gzipSync(TEXT)] as const]) {
      const source = stream(bytes, 100)
      const read = await all(streamBody(source, coding, 12_345))
      expect(read.equals(TEXT.subarray(0, 12_345))).toBe(true)
      expect(source.destroyed).toBe(true)
    }
  })

  it('yields chunks before the body is complete', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000, 0x61)
      })(),
    )
    for await (const piece of streamBody(endless, undefined, 1 << 30)) {
      expect(piece).toHaveLength(1_000)
      break
    }
    expect(endless.destroyed).toBe(true)
  })

  it('throws the error of the coding or the connection', async () => {
    const refused = { name: 'FetchError', code: 'PROTOCOL_ERROR' }
    await expect(all(streamBody(stream(TEXT), 'gzip', 100))).rejects.toMatchObject(refused)
    await expect(all(streamBody(stream(TEXT), 'br', 100))).rejects.toMatchObject(refused)
    await expect(all(streamBody(stream(TEXT), 'zstd', 100))).rejects.toMatchObject(refused)
    for (const coding of [undefined, 'gzip']) {
      const lost = Readable.from(
        (function* () {
          yield gzipSync(TEXT).subarray(0, 500)
          throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
        })(),
      )
      await expect(all(streamBody(lost, coding, 1 << 20))).rejects.toMatchObject({
        code: coding === undefined ? 'ECONNRESET' : 'RESET',
      })
    }
  })

  it('yields nothing for an empty body, as that of HEAD', async () => {
    expect(await all(streamBody(Readable.from([]), 'gzip', 100))).toHaveLength(0)
  })
})

it('peekFirst returns the first chunk, and yields it again', async () => {
  const [first, pieces] = await peekFirst(stream(TEXT))
  expect(first?.equals(TEXT.subarray(0, 10_000))).toBe(true)
  expect((await all(pieces)).equals(TEXT)).toBe(true)
})
