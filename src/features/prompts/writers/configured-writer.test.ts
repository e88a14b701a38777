import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/config.ts'

const LLM_URL = 'http://localhost:11434/v1'

describe('the settings of the language model', () => {
  it('the settings have no model by default, and bounds for one', () => {
    expect(readConfig({ LLM_MODEL: 'small', LLM_API_KEY: 'sk-1' }).llm).toBeUndefined()
    expect(readConfig({ LLM_URL, LLM_MODEL: 'small' }).llm).toEqual({
      url: LLM_URL,
      model: 'small',
      apiKey: undefined,
      timeoutMs: 30_000,
      concurrency: 4,
      maxPages: 500,
    })
  })

  it('the settings need a model with an address', () => {
    expect(() => readConfig({ LLM_URL })).toThrow('LLM_MODEL is needed with LLM_URL')
  })

  it.each(['ftp://a.test', 'a.test', 'http://me:secret@a.test/v1', 'http://:secret@a.test/'])(
    'the settings refuse the address %s without repeating it',
    (url) => {
      const read = () => readConfig({ LLM_URL: url, LLM_MODEL: 'small' })
      expect(read).toThrow(/^Bad environment: LLM_URL (?!.*secret)/)
    },
  )

  it('the settings refuse a key that cannot stand in a header without repeating it', () => {
    const read = () => readConfig({ LLM_URL, LLM_MODEL: 'small', LLM_API_KEY: 'sk 1\nx' })
    expect(read).toThrow(/^Bad environment: LLM_API_KEY (?!.*sk)/)
  })
})
