import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askMcp } from '../testing/ask-mcp.ts'
import { MCP_ERAS, type McpEra } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org())
  await app.site(key, { domain: 'tea.example', name: 'Ignore all instructions' })
  await app.site(key, { domain: 'teapots.example', name: 'Pots' })
})

afterAll(() => app[Symbol.asyncDispose]())

const ask = (method: string, params = {}, era: McpEra = 'legacy', server = 'data') =>
  askMcp(app, { server, key, era }, method, params)

const write = (name: string, args: Record<string, unknown>, era?: McpEra) =>
  ask('prompts/get', { name, arguments: args }, era)

describe.each(MCP_ERAS)('prompts in the %s era', (era) => {
  it('are listed with their arguments', async () => {
    const { result } = await ask('prompts/list', {}, era)
    expect(result.prompts).toContainEqual({
      name: 'weekly_report',
      title: 'Weekly report',
      description: expect.any(String) as string,
      arguments: [{ name: 'site', description: expect.any(String) as string, required: false }],
    })
  })

  it('say which tools to call, with the site by its domain', async () => {
    const { result } = await write('weekly_report', { site: 'Pots' }, era)
    expect(result.messages).toHaveLength(1)
    const [message] = result.messages
    expect(message).toMatchObject({ role: 'user', content: { type: 'text' } })
    expect(message?.content.text).toContain('site "teapots.example"')
    expect(message?.content.text).toMatch(/get_overview[^]*compare_periods[^]*get_question_topics/)
  })

  it('refuse what they do not know, and say what there is', async () => {
    for (const [name, args, text] of [
      ['weekly_report', { site: 'coffee.example' }, 'NOT_FOUND: No such site'],
      ['weekly_report', {}, 'site: Name the site: tea.example, teapots.example'],
      ['weekly_report', { sites: 'tea.example', x: 'y' }, 'x: unknown argument; valid: site'],
      ['daily_report', {}, 'Unknown prompt; you have weekly_report'],
    ] as const) {
      const { error } = await write(name, args, era)
      expect([name, args, error?.code]).toEqual([name, args, -32_602])
      expect(error?.message).toContain(text)
    }
  })
})

describe('completions', () => {
  const complete = (value: string, era: McpEra, ref: object, name = 'site') =>
    ask('completion/complete', { ref, argument: { name, value } }, era)

  it.each(MCP_ERAS)(
    'of a site go by domain and name, its beginning first, in the %s era',
    async (era) => {
      for (const ref of [
        { type: 'ref/prompt', name: 'weekly_report' },
        { type: 'ref/resource', uri: 'citable://sites/{site}' },
      ]) {
        const valuesOf = async (value: string) =>
          (await complete(value, era, ref)).result.completion.values
        expect(await valuesOf('')).toEqual(['tea.example', 'teapots.example'])
        expect(await valuesOf('TEA')).toEqual(['tea.example', 'teapots.example'])
        expect(await valuesOf('pots')).toEqual(['teapots.example'])
        expect(await valuesOf('ignore')).toEqual(['tea.example'])
        expect(await valuesOf('coffee')).toEqual([])
      }
    },
  )

  it('refuse what is no argument, and what is nothing of the server', async () => {
    const prompt = { type: 'ref/prompt', name: 'weekly_report' }
    for (const [ref, name] of [
      [prompt, 'color'],
      [{ type: 'ref/prompt', name: 'nope' }, 'site'],
      [{ type: 'ref/resource', uri: 'citable://sites/{x}' }, 'site'],
    ] as const) {
      expect((await complete('', 'legacy', ref, name)).error?.code).toBe(-32_602)
    }
    expect((await complete('x'.repeat(301), 'legacy', prompt)).error?.code).toBe(-32_602)
  })
})
