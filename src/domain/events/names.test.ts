import { expect, it } from 'vitest'
import { countryCode, languageCode } from './country-names.ts'
import { enginesNamed, operatorNamed } from './engine-names.ts'

it.each([
  ['ChatGPT', ['chatgpt']],
  ['chat gpt', ['chatgpt']],
  ['OpenAI', ['chatgpt']],
  ['openai', ['chatgpt']],
  ['chatgpt.com', ['chatgpt']],
  ['https://chatgpt.com/g/some', ['chatgpt']],
  ['Claude', ['claude']],
  ['anthropic', ['claude']],
  ['Google', ['gemini', 'aistudio', 'notebooklm', 'google-ai-mode']],
  ['gemini', ['gemini']],
  ['Perplexity AI', ['perplexity']],
  ['Perplexity', ['perplexity']],
  ['Mistral', ['mistral']],
  ['Microsoft', ['copilot']],
  ['Le Chat', ['mistral']],
  ['DeepSeek', ['deepseek']],
  ['you.com', ['you']],
  ['Meta', ['meta']],
  ['some-new-engine', []],
  ['', []],
  ['!', []],
])('the engine %j is %j', (text, engines) => {
  expect(enginesNamed(text)).toEqual(engines)
})

it.each([
  ['openai', 'OpenAI'],
  ['MISTRAL', 'Mistral AI'],
  ['x.ai', 'xAI'],
  ['nobody', undefined],
  ['', undefined],
])('the operator %j is %j', (text, operator) => {
  expect(operatorNamed(text)).toBe(operator)
})

it.each([
  ['de', 'DE'],
  ['Germany', 'DE'],
  ['germany', 'DE'],
  ['United Kingdom', 'GB'],
  ['uk', 'GB'],
  ['U.S.A.', 'US'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ["Cote d'Ivoire", 'CI'],
  ['Burkina Faso', 'BF'],
  ['France', 'FR'],
  ['Russia', 'RU'],
  ['Serbia', 'RS'],
  ['T1', 'T1'],
  ['Atlantis', undefined],
  ['', undefined],
])('the country %j is %j', (text, code) => {
  expect(countryCode(text)).toBe(code)
})

it.each([
  ['EN', 'en'],
  ['en-GB', 'en'],
  ['English', 'en'],
  ['german', 'de'],
  ['Hebrew', 'he'],
  ['fil', 'fil'],
  ['what they speak', undefined],
])('the language %j is %j', (text, code) => {
  expect(languageCode(text)).toBe(code)
})
