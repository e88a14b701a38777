import type { DemoEvent, DemoEngine } from './demo-event.ts'
import type { QuestionLanguage } from './question-language.ts'
import { happens, type Random, weightedPicker } from './random.ts'
import type { VisitSource } from './source.ts'

/** A reader on one day. */
export type Person = {
  visitor: string
  country?: string
  utcOffsetHours: number
  language: QuestionLanguage
  device: DemoEvent['device']
  /** The assistant this reader turns to. */
  engine: DemoEngine
}

type Place = { country?: string; utcOffsetHours: number; localLanguage: QuestionLanguage }

const pickPlace = weightedPicker<Place>([
  [{ country: 'GB', utcOffsetHours: 0, localLanguage: 'en' }, 34],
  [{ country: 'US', utcOffsetHours: -6, localLanguage: 'en' }, 17],
  [{ country: 'DE', utcOffsetHours: 1, localLanguage: 'de' }, 11],
  [{ country: 'IE', utcOffsetHours: 0, localLanguage: 'en' }, 6],
  [{ country: 'CA', utcOffsetHours: -5, localLanguage: 'en' }, 6],
  [{ country: 'ES', utcOffsetHours: 1, localLanguage: 'es' }, 5],
  [{ country: 'NO', utcOffsetHours: 1, localLanguage: 'en' }, 4],
  [{ country: 'NL', utcOffsetHours: 1, localLanguage: 'en' }, 4],
  [{ country: 'JP', utcOffsetHours: 9, localLanguage: 'ja' }, 4],
  [{ country: 'AU', utcOffsetHours: 10, localLanguage: 'en' }, 3],
  [{ country: 'NZ', utcOffsetHours: 12, localLanguage: 'en' }, 2],
  [{ utcOffsetHours: 0, localLanguage: 'en' }, 4],
])

const pickDevice = weightedPicker<DemoEvent['device']>([
  ['mobile', 56],
  ['desktop', 37],
  ['tablet', 7],
])

const pickEngine = weightedPicker<DemoEngine>([
  ['chatgpt', 57],
  ['perplexity', 14],
  ['gemini', 13],
  ['claude', 11],
  ['copilot', 5],
])

const LOCAL_LANGUAGE_PROBABILITY = 0.7
const SAME_ENGINE_PROBABILITY = 0.75

/** Draws a reader; one who comes from an assistant tends to stay with it. */
export function drawPerson(random: Random, source: VisitSource): Person {
  const { country, utcOffsetHours, localLanguage } = pickPlace(random)
  const staysWithSource = happens(random, SAME_ENGINE_PROBABILITY)
  const ownEngine = pickEngine(random)
  return {
    visitor: drawVisitorKey(random),
    ...(country === undefined ? {} : { country }),
    utcOffsetHours,
    language: happens(random, LOCAL_LANGUAGE_PROBABILITY) ? localLanguage : 'en',
    device: pickDevice(random),
    engine: source.by === 'assistant' && staysWithSource ? source.engine : ownEngine,
  }
}

function drawVisitorKey(random: Random): string {
  const halves = [random(), random()].map((half) => Math.floor(half * 2 ** 32))
  return `v_${halves.map((half) => half.toString(16).padStart(8, '0')).join('')}`
}
