import { describe, expect, it } from 'vitest'
import { JOINED_SERVERS, servedTools } from './catalogue.ts'
import { COUNTS } from './ask-questions.ts'
import { judgeCall } from './live/judge-call.ts'
import { pickPlainly, pickTools, scorePicks } from './pick-tools.ts'
import { QUESTIONS, WORDINGS } from './question.ts'
import { BARS, PLAIN_BARS } from './report.ts'
import { wordsOf } from './select-tool.ts'

const toolOf = (server: string, name: string) =>
  servedTools.find((served) => served.server === server && served.tool.name === name)

describe('the questions', () => {
  it('are many, each with a name of its own, and ask for every tool', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(90)
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length)
    const texts = [...QUESTIONS, ...WORDINGS].map(({ question }) => question)
    expect(new Set(texts).size).toBe(texts.length)
    expect(
      WORDINGS.filter(({ tool }) => !servedTools.some((served) => served.tool.name === tool)),
    ).toEqual([])
    const asked = new Set(QUESTIONS.map(({ tool }) => tool))
    expect(servedTools.filter(({ tool }) => !asked.has(tool.name))).toEqual([])
    expect(QUESTIONS.filter(({ answer }) => answer).length).toBeGreaterThanOrEqual(45)
  })

  it.each(QUESTIONS.map((question) => [question.id, question] as const))(
    '%s names tools that there are, and arguments that its tool takes and that do as asked',
    (_, question) => {
      const served = toolOf(question.server, question.tool)
      const names: readonly string[] = servedTools.map(({ tool }) => tool.name)
      expect(question.alternatives.filter((name) => !names.includes(name))).toEqual([])
      expect(question.alternatives).not.toContain(question.tool)
      if (!served) throw new Error(`No tool ${question.server}/${question.tool}`)
      const { name, face, arguments: reader } = served.tool
      const { value } = reader.read(question.arguments, TODAY)
      expect(face.input.safeParse(value).error?.message).toBeUndefined()
      const call = { server: question.server, tool: name, arguments: question.arguments }
      expect(judgeCall(question, call, TODAY)).toEqual([])
    },
  )

  it('have counts that there are', () => {
    const named = QUESTIONS.flatMap(({ answer }) => answer?.count ?? [])
    expect(named.filter((name) => !Object.hasOwn(COUNTS, name))).toEqual([])
    expect(Object.keys(COUNTS).filter((name) => !named.includes(name))).toEqual([])
  })
})

describe('the descriptions', () => {
  it('repeat no question', () => {
    const texts = servedTools.map(({ tool }) => ` ${wordsOf(tool.description).join(' ')} `)
    const repeated = [...QUESTIONS, ...WORDINGS].filter(({ question }) => {
      const words = wordsOf(question)
      return words.length > 2 && texts.some((text) => text.includes(` ${words.join(' ')} `))
    })
    expect(repeated.map(({ question }) => question)).toEqual([])
  })

  it('let the words of a question find its tool', () => {
    const [all] = scorePicks(pickTools())
    expect(all?.first).toBeGreaterThanOrEqual(BARS.first)
    expect(all?.amongThree).toBeGreaterThanOrEqual(BARS.amongThree)
  })

  it('find as much at the one address of all tools as on the servers that it joins', () => {
    for (const pick of [pickTools, pickPlainly]) {
      const [apart] = scorePicks(pick())
      const [together] = scorePicks(pick(JOINED_SERVERS))
      expect(together?.first).toBeGreaterThanOrEqual(apart?.first ?? 1)
      expect(together?.amongThree).toBeGreaterThanOrEqual(apart?.amongThree ?? 1)
    }
  })

  it('are found by plain BM25, too, also by questions that nobody looked at', () => {
    const scores = scorePicks(pickPlainly())
    expect(scores.map(({ name }) => name)).toEqual(['all', 'development', 'held-out'])
    for (const { first, amongThree, questions } of scores) {
      expect(questions).toBeGreaterThan(100)
      expect(first).toBeGreaterThanOrEqual(PLAIN_BARS.first)
      expect(amongThree).toBeGreaterThanOrEqual(PLAIN_BARS.amongThree)
    }
  })
})

const TODAY = 20_777
