import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { boundedLines, type BoundedLine } from './bounded-lines.ts'

async function linesOf(chunks: readonly Uint8Array[], maxBytes: number): Promise<BoundedLine[]> {
  async function* input() {
    yield* chunks
  }
  const lines: BoundedLine[] = []
  for await (const one of boundedLines(input(), maxBytes)) lines.push(one)
  return lines
}

const line = (text: string): BoundedLine => ({ isTooLong: false, text })

it('a stream is the same lines wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'))),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      async (texts, sizes) => {
        let bytes: Uint8Array = Buffer.from(texts.map((text) => `${text}\n`).join(''))
        const chunks: Uint8Array[] = []
        while (bytes.length > 0) {
          const size = sizes.next().value ?? 1
          chunks.push(bytes.subarray(0, size))
          bytes = bytes.subarray(size)
        }
        expect(await linesOf(chunks, 10_000)).toEqual(texts.map(line))
      },
    ),
  )
})

it('a line that is too long is told, and those around it are read', async () => {
  const chunks = ['ab\nabc', 'd\n', 'abc\n', 'abcde'].map((text) => Buffer.from(text))
  const tooLong = { isTooLong: true }
  expect(await linesOf(chunks, 3)).toEqual([line('ab'), tooLong, line('abc'), tooLong])
})

it('the last line may lack its end', async () => {
  expect(await linesOf([Buffer.from('a\nb')], 3)).toEqual([line('a'), line('b')])
  expect(await linesOf([], 3)).toEqual([])
})
