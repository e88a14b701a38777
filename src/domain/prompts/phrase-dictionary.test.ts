import { expect, it } from 'vitest'
import { isKoreanVerb, withoutParticle } from './phrase-dictionary.ts'
import { phraseCandidates } from './phrase-candidates.ts'

it.each([
  ['의견을', '의견'],
  ['조석표를', '조석표'],
  ['서비스의', '서비스'],
  ['항구에서', '항구'],
  ['CTO는', 'CTO'],
  ['API가', 'API'],
  ['회의', '회의'],
  ['전문가', '전문가'],
  ['마을', '마을'],
  ['Tides', 'Tides'],
])('%s without its particle is %s', (word, noun) => {
  expect(withoutParticle(word)).toBe(noun)
})

it.each([
  ['추가됐다', true],
  ['합니다', true],
  ['바다', false],
  ['조석표', false],
  ['does', false],
])('%s is a verb: %j', (word, isVerb) => {
  expect(isKoreanVerb(word)).toBe(isVerb)
})

it('phrases of Korean are nouns, whatever part they have in a sentence', () => {
  const text = '조석표를 읽습니다. 조석표의 수치는 정확합니다. 조석표에서 시간을 찾습니다.'
  const found = phraseCandidates({
    title: '',
    h1: '',
    h2: [],
    description: '',
    text,
    language: 'ko',
    brands: [],
  })
  const [best] = found
  expect(best).toMatchObject({ text: '조석표', tf: 3 })
  expect(found.filter(({ text: phrase }) => /니다$|를$/.test(phrase))).toEqual([])
})
