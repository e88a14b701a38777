import { isQuestionType } from './faq-markup.ts'
import type { JsonLdFacts } from './json-ld.ts'
import type { PageSection } from './main-text.ts'
import { cleanLine } from './text.ts'

const MAX_ASKED = 20
const MAX_CHARS = 160
const MIN_ANSWER_CHARS = 20
const MAX_LINES = 2_000
const MAX_THINGS = 500
const MAX_DEPTH = 6
const MAX_TYPES = 10

interface AskingPage {
  jsonLd: Pick<JsonLdFacts, 'blocks'>
  /** Those that microdata or RDFa marks. */
  markedQuestions: readonly string[]
  sections: readonly PageSection[]
}

/**
 * The questions that a page asks and answers beside its headings: those of its FAQ markup (JSON-LD, microdata, RDFa), and lines that are one
 * question and have their answer in the line below, as terms of a list and summaries of folded parts do.
 */
export function askedQuestions({ jsonLd, markedQuestions, sections }: AskingPage): string[] {
  const marked = [...questionsInJsonLd(jsonLd.blocks), ...markedQuestions]
  const asked = new Set(marked.filter((text) => isAskedLine(text)))
  let read = 0
  for (const { text } of sections) {
    const lines = text.split('\n', MAX_LINES - read)
    read += lines.length
    for (const [at, line] of lines.entries()) {
      const answer = lines[at + 1] ?? ''
      // A question below another is one of a list that the reader is to answer.
      const isListed = /[?？]\s*$/u.test(lines[at - 1] ?? '')
      if (isAskedLine(line) && !isListed && ASKS.test(line) && isAnswer(answer)) {
        asked.add(cleanLine(line, MAX_CHARS))
      }
    }
    if (read >= MAX_LINES || asked.size >= MAX_ASKED) break
  }
  return [...asked].slice(0, MAX_ASKED)
}

/** A whole sentence: a line without an end is another entry of a list. */
const isAnswer = (line: string): boolean =>
  line.length >= MIN_ANSWER_CHARS && /[.!:;。！：…][)"'”’»」]?\s*$/u.test(line)

/** One question and nothing else: a paragraph that ends in a question is an aside. */
function isAskedLine(line: string): boolean {
  const last = line.trimEnd().at(-1)
  if (line.length > MAX_CHARS || (last !== '?' && last !== '？')) return false
  return !/[.!?…:] |[。！？].|^[-–—•“"«]/u.test(line.trim())
}

/** Words by which a line asks for something, as one that only wonders aloud does not. */
const ASKS =
  /^¿? ?(?:what|who|where|when|why|how|which|can i|do i|does|is it|is there|are there|qu[eé]|cu[aá]l|cu[aá]ndo|cómo|como|d[oó]nde|quién|por qué|para qué|puedo|wie|was|wer|wo|wann|warum|welche|kann ich|qu[’']|comment|pourquoi|quand|où|quel|combien|est-ce|puis-je|faut-il|o que|por que|qual|quais|quando|onde|quem|posso|wat|waar|wanneer|waarom|hoe|kan ik|co |jak|kiedy|gdzie|dlaczego|czy|vad|var|när|varför|hur|kan jag|如何|怎|为什么|什么)|とは[?？]|なぜ|どう(?:すれば|やって|して)|いつ|どこ|何(?:です|か)|(?:どの|どんな)|是什么|哪些|多少|무엇|어떻게|언제|nedir\?|nasıl|ne zaman/iu

/** Names of schema.org questions that have an accepted answer. Reads 500 things at most. */
function questionsInJsonLd(blocks: readonly unknown[]): string[] {
  const found: string[] = []
  const open = blocks.map((value) => ({ value, depth: 0 }))
  for (let at = 0; at < open.length && at < MAX_THINGS; at++) {
    const { value, depth } = open[at] ?? { value: undefined, depth: 0 }
    if (typeof value !== 'object' || value === null) continue
    const entries = Object.entries(value).slice(0, MAX_THINGS)
    const fields = new Map<string, unknown>(entries)
    const name = fields.get('name')
    if (isQuestion(fields.get('@type')) && typeof name === 'string' && isAnswered(fields)) {
      found.push(cleanLine(name, MAX_CHARS))
    }
    if (depth < MAX_DEPTH) {
      for (const [, inner] of entries) {
        if (open.length < MAX_THINGS) open.push({ value: inner, depth: depth + 1 })
      }
    }
  }
  return found
}

const isQuestion = (type: unknown): boolean =>
  typeof type === 'string'
    ? isQuestionType(type)
    : Array.isArray(type) && type.slice(0, MAX_TYPES).some((one) => one === 'Question')

const isAnswered = (fields: ReadonlyMap<string, unknown>): boolean =>
  fields.get('acceptedAnswer') !== undefined || fields.get('suggestedAnswer') !== undefined
