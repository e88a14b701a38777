import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SCAN_WARNINGS } from './tally.ts'
import { sentenceOf } from './warning-sentences.ts'

it('every word of the summary of a scan has a sentence, which the documentation has too', () => {
  const guide = readFileSync(new URL('../../../../docs/scans.md', import.meta.url), 'utf8')
  for (const code of SCAN_WARNINGS) {
    const sentence = sentenceOf(code)
    expect([code, sentence]).toEqual([code, expect.stringMatching(/^\S.{15,}\.$/)])
    expect(guide).toContain(`- \`${code}\`: ${sentence}\n`)
  }
  expect(sentenceOf('OF_ANOTHER_RELEASE')).toBeUndefined()
})
