import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bodyPieces, peek } from './stream-body.ts'

const TEXT = Buffer.from('Tides come twice a day. '.repeat(40_000))

/** In pieces as a connection gives them. */
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

describe('the pieces of a body', () => {
  it('are what was sent, whatever its coding', async () => {
    const codings: [string | undefined, Buffer][] = [
      [undefined, TEXT],
      ['identity', TEXT],
      ['gzip', gzipSync(TEXT)],
      ['deflate', deflateSync(TEXT)],
      ['deflate', deflateRawSync(TEXT)],
      ['br', brotliCompressSync(TEXT)],
    ]
    for (const [coding, bytes] of codings) {
      const read = await all(bodyPieces(stream(bytes, 1_000), coding, TEXT.length))
      expect(read.equals(TEXT)).toBe(true)
    }
  })

  it('are cut at the limit, and the stream is closed', async () => {
    for (const [coding, bytes] of [[undefined, TEXT] as const, ['gzip', gzipSync(TEXT)] as const]) {
      const source = stream(bytes, 100)
      const read = await all(bodyPieces(source, coding, 12_345))
      expect(read.equals(TEXT.subarray(0, 12_345))).toBe(true)
      expect(source.destroyed).toBe(true)
    }
  })

  it('come before the body is whole', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000, 0x61)
      })(),
    )
    for await (const piece of bodyPieces(endless, undefined, 1 << 30)) {
      expect(piece).toHaveLength(1_000)
      break
    }
    expect(endless.destroyed).toBe(true)
  })

  it('end with what is wrong with the coding or the connection', async () => {
    const refused = { name: 'FetchError', code: 'PROTOCOL_ERROR' }
    await expect(all(bodyPieces(stream(TEXT), 'gzip', 100))).rejects.toMatchObject(refused)
    await expect(all(bodyPieces(stream(TEXT), 'br', 100))).rejects.toMatchObject(refused)
    await expect(all(bodyPieces(stream(TEXT), 'zstd', 100))).rejects.toMatchObject(refused)
    for (const coding of [undefined, 'gzip']) {
      const lost = Readable.from(
        (function* () {
          yield gzipSync(TEXT).subarray(0, 500)
          throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
        })(),
      )
      await expect(all(bodyPieces(lost, coding, 1 << 20))).rejects.toMatchObject({
        code: coding === undefined ? 'ECONNRESET' : 'RESET',
      })
    }
  })

  it('are none of an empty body, as that of HEAD', async () => {
    expect(await all(bodyPieces(Readable.from([]), 'gzip', 100))).toHaveLength(0)
  })
})

it('looks at the first piece and gives it again', async () => {
  const [first, pieces] = await peek(stream(TEXT))
  expect(first?.equals(TEXT.subarray(0, 10_000))).toBe(true)
  expect((await all(pieces)).equals(TEXT)).toBe(true)
})
