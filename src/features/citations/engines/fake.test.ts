import { expect, it } from 'vitest'
import { isSpanOf } from '../../../domain/citations/spans.ts'
import { inventAnswer, type FakeSubject } from './fake.ts'

const SUBJECT: FakeSubject = {
  seed: 'run_1',
  hosts: ['example.com'],
  brand: {
    names: ['Example'],
    competitors: [{ name: 'Rival', domains: ['rival.example'], aliases: [] }],
  },
}

const ask = (text: string, subject = SUBJECT, replica = 1) =>
  inventAnswer({ text, country: null, language: 'en', replica }, subject)

const QUESTIONS = Array.from({ length: 300 }, (_, i) => `Which grinder is number ${i}?`)

it('the same question of a run gets the same answer, and another replica or run another one', () => {
  const answers = (subject?: FakeSubject, replica?: number) =>
    JSON.stringify(QUESTIONS.slice(0, 20).map((text) => ask(text, subject, replica)))
  expect(answers()).toBe(answers())
  const others = [answers(SUBJECT, 2), answers({ ...SUBJECT, seed: 'run_2' })]
  expect(new Set([answers(), ...others]).size).toBe(3)
})

it('answers cite the site and its competitor now and then, with spans that fit, and some cannot be counted', () => {
  const answers = QUESTIONS.map((text) => ask(text))
  const citing = (host: string) =>
    answers.filter(({ cited }) => cited.some(({ url }) => url.startsWith(`https://${host}/`)))
      .length
  for (const host of ['example.com', 'rival.example']) {
    expect(citing(host)).toBeGreaterThan(60)
    expect(citing(host)).toBeLessThan(240)
  }
  for (const { text, cited } of answers) {
    for (const { spans } of cited) for (const span of spans) expect(isSpanOf(text, span)).toBe(true)
  }
  expect(new Set(answers.map(({ state }) => state)).size).toBeGreaterThan(2)
})

it('without a subject nobody is cited whom there is', () => {
  const urls = QUESTIONS.flatMap((text) =>
    inventAnswer({ text, country: null, language: null }).cited.map(({ url }) => url),
  )
  expect(urls.length).toBeGreaterThan(300)
  for (const url of urls) expect(new URL(url).hostname).toMatch(/\.example$/)
})
