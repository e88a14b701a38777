import { describe, expect, it } from 'vitest'
import { AI_SOURCES, classifySource, ENGINE_LABEL, engineId } from './ai-sources.ts'

const engineOfHost = (referrerHost: string): string | undefined =>
  classifySource({ referrerHost })?.engine

describe('AI_SOURCES', () => {
  it('gives each host, utm_source and name to one engine only', () => {
    const hosts = AI_SOURCES.flatMap((source) => source.hosts)
    const utmSources = AI_SOURCES.flatMap((source) => source.utmSources)
    const names = AI_SOURCES.flatMap((source) => [source.engine, ...(source.aliases ?? [])])
    for (const values of [hosts, utmSources, names]) {
      expect(new Set(values).size).toBe(values.length)
      expect(values.map((value) => value.toLowerCase())).toEqual(values)
    }
  })

  it('uses ids that engineId gives back, also from the label and the host', () => {
    for (const { engine, label, hosts } of AI_SOURCES) {
      const answers = [engine, label, ...hosts].map((name) => engineId(name))
      expect(new Set(answers)).toEqual(new Set([engine]))
      expect(ENGINE_LABEL[engine]).toBe(label)
    }
  })
})

describe('classifySource', () => {
  it.each([
    ['chatgpt.com', 'chatgpt'],
    ['chat.openai.com', 'chatgpt'],
    ['www.perplexity.ai', 'perplexity'],
    ['CLAUDE.AI', 'claude'],
    ['gemini.google.com', 'gemini'],
    ['copilot.microsoft.com', 'copilot'],
    ['chat.deepseek.com', 'deepseek'],
    ['kimi.moonshot.cn', 'kimi'],
    ['meta.ai.', 'meta'],
    ['com.openai.chatgpt', 'chatgpt'],
  ])('knows the host %s', (host, engine) => {
    expect(classifySource({ referrerHost: host })).toEqual({
      engine,
      evidence: 'referrer',
      paid: false,
    })
  })

  it.each([
    'google.com',
    'www.bing.com',
    'x.com',
    'duckduckgo.com',
    'huggingface.co',
    'microsoft.com',
    'notchatgpt.com',
    'chatgpt.com.example.org',
    'thankyou.com',
    'ai',
    '.',
    '',
  ])('does not take %s for an assistant', (host) => {
    expect(engineOfHost(host)).toBeUndefined()
  })

  it.each([
    ['chatgpt.com', 'chatgpt'],
    ['ChatGPT', 'chatgpt'],
    ['openai', 'chatgpt'],
    ['www.perplexity.ai', 'perplexity'],
    ['copilot.com', 'copilot'],
    ['claude', 'claude'],
    ['gemini', 'gemini'],
  ])('knows utm_source=%s', (utmSource, engine) => {
    expect(classifySource({ utmSource })).toEqual({ engine, evidence: 'utm', paid: false })
  })

  it('does not take Facebook advertising for Meta AI', () => {
    expect(classifySource({ utmSource: 'meta', utmMedium: 'cpc' })).toBeUndefined()
  })

  it('says when host and utm_source agree', () => {
    const visit = classifySource({ referrerHost: 'chatgpt.com', utmSource: 'chatgpt.com' })
    expect(visit?.evidence).toBe('both')
  })

  it('believes the host when utm_source names another assistant', () => {
    const visit = classifySource({ referrerHost: 'claude.ai', utmSource: 'chatgpt.com' })
    expect(visit).toEqual({ engine: 'claude', evidence: 'referrer', paid: false })
  })

  it('keeps the evidence of utm_source when the host is no assistant', () => {
    const visit = classifySource({ referrerHost: 'www.google.com', utmSource: 'perplexity' })
    expect(visit).toEqual({ engine: 'perplexity', evidence: 'utm', paid: false })
  })

  it.each(['cpc', 'PPC', 'paid', 'paid_ai', 'ads', 'display'])('calls %s paid', (utmMedium) => {
    expect(classifySource({ utmSource: 'chatgpt.com', utmMedium })?.paid).toBe(true)
  })

  it.each(['referral', 'organic', 'email', ''])('does not call %s paid', (utmMedium) => {
    expect(classifySource({ utmSource: 'chatgpt.com', utmMedium })?.paid).toBe(false)
  })

  it('finds nothing in an ordinary visit', () => {
    expect(classifySource({})).toBeUndefined()
    expect(classifySource({ utmSource: 'newsletter', utmMedium: 'cpc' })).toBeUndefined()
  })
})

describe('engineId', () => {
  it.each([
    ['ChatGPT', 'chatgpt'],
    ['chatgpt.com', 'chatgpt'],
    [' www.perplexity.ai ', 'perplexity'],
    ['Le Chat', 'mistral'],
    ['duck-ai', 'duckai'],
    ['meta_ai', 'meta'],
    ['Google AI Mode', 'google-ai-mode'],
  ])('gives %s its id %s', (target, engine) => {
    expect(engineId(target)).toBe(engine)
  })

  it('keeps an unknown target that has the shape of an id', () => {
    expect(engineId('My_Own-Engine2')).toBe('my_own-engine2')
    expect(engineId('a'.repeat(40))).toBe('a'.repeat(40))
  })

  it.each(['', 'a b', '-a', 'example.org', '<script>', 'ключ', 'a'.repeat(41)])(
    'refuses %s',
    (target) => {
      expect(engineId(target)).toBeUndefined()
    },
  )

  it('does not mistake names of built-in properties for engines', () => {
    expect(engineId('constructor')).toBe('constructor')
    expect(ENGINE_LABEL['constructor']).toBeUndefined()
    expect(classifySource({ utmSource: 'constructor' })).toBeUndefined()
  })
})
