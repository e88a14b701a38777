import { expect, it } from 'vitest'
import { phraseHashes, PhraseCounts } from './phrase-counts.ts'

it('the sketch counts the pages that have a phrase', () => {
  const counts = new PhraseCounts()
  counts.add(phraseHashes(['tide table', 'harbour']))
  counts.add(phraseHashes(['harbour']))
  counts.add(phraseHashes([]))
  expect(counts.pages).toBe(3)
  expect(['tide table', 'harbour', 'kelp'].map((key) => counts.df(key))).toEqual([1, 2, 0])
})

it('the sketch is nearly exact for a site of 2,000 pages with 100 phrases each, and never too low', () => {
  const counts = new PhraseCounts()
  const keys = (pageNum: number) =>
    Array.from({ length: 100 }, (_, i) => (i < 10 ? `common ${i}` : `phrase ${pageNum} ${i}`))
  for (let pageNum = 0; pageNum < 2_000; pageNum++) counts.add(phraseHashes(keys(pageNum)))
  expect(counts.df('common 3')).toBe(2_000)
  const rare = Array.from({ length: 2_000 }, (_, pageNum) => counts.df(`phrase ${pageNum} 50`))
  expect(Math.min(...rare)).toBe(1)
  expect(rare.filter((count) => count > 1).length).toBeLessThan(100)
})

it('hashes are read that stand anywhere in a buffer', () => {
  const counts = new PhraseCounts()
  const padded = Buffer.concat([Buffer.alloc(3), phraseHashes(['kelp'])])
  counts.add(padded.subarray(3))
  expect(counts.df('kelp')).toBe(1)
})
