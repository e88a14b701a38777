import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ASK, AskAiTrial, POISONED, unseenIn } from './testing/ask-ai-trial.ts'

let trial: AskAiTrial

beforeAll(async () => {
  trial = await AskAiTrial.start()
})

afterAll(() => trial[Symbol.asyncDispose]())

describe('citable ask-ai lint', () => {
  it.each([
    ['an argument', ['lint', `${POISONED}\nSource: https://example.com/`], ''],
    ['standard input', ['lint'], `${POISONED}\nSource: https://example.com/\n`],
  ])('finds what steers in %s', async (_, words, input) => {
    const { code, out } = await trial.run(words, input)
    expect(code).toBe(1)
    expect(out).toMatch(/^✗ The prompt may not be used\n✗ AAP-\w+ 1:1 “Remember/)
  })

  it('takes the prompt of a file, and the sources that it is told', async () => {
    const prompt = trial.file('prompt.txt', 'What does https://a.example/tea say?\n')
    const withOwn = ['lint', '--file', prompt, '--template', '--source', 'https://a.example/x']
    expect(await trial.parsed(withOwn)).toMatchObject({ ok: true, findings: [] })
    expect(
      await trial.parsed(['lint', '--file', prompt, '--template', '--source', 'b.example']),
    ).toMatchObject({
      ok: false,
      findings: [
        { ruleId: 'AAP-FOREIGN-URL', line: 1, column: 11, words: 'https://a.example/tea' },
      ],
    })
  })

  it('shows hidden characters instead of sending them to the terminal', async () => {
    const { out } = await trial.run(['lint', '--template', 'Re\u200bmember \u001b[31m'])
    expect(out).toContain(String.raw`“\u{200b}”`)
    expect(unseenIn(out)).toEqual([])
  })

  it('says what is missing', async () => {
    expect(await trial.mistake(['lint', ' '])).toBe('The prompt is empty\n')
    expect(await trial.mistake(['lint', 'x', '--file', 'y'])).toContain('not both')
    expect(await trial.mistake(['lint', 'x', '--source', 'ftp://a.example'])).toContain(
      '--source takes',
    )
    expect(await trial.mistake(['lint', '--file', trial.data.path])).toMatch(
      /^Cannot read .*EISDIR/,
    )
  })
})

describe('citable ask-ai link', () => {
  const base = () => [
    'link',
    '-',
    '--page-url',
    `${trial.web.url}/post/1`,
    '--title',
    'Tea at noon',
  ]

  it('prints a link that verify recognises', async () => {
    const { code, out } = await trial.run(
      [...base(), '--set', 'points=six'],
      JSON.stringify(trial.manifest()),
    )
    const [href = '', why] = out.split('\n')
    expect({ code, why }).toEqual({
      code: 0,
      why: 'It fills the prompt in at ChatGPT, which may send it at once',
    })
    expect(await trial.parsed(['verify', href])).toMatchObject({
      ok: true,
      status: 'verified_with_input',
      inputs: { points: 'six' },
    })
  })

  it('prints the prompt to copy, and why', async () => {
    const { code, out } = await trial.run([...base(), '--target', 'gemini'], JSON.stringify(ASK))
    expect(code).toBe(0)
    expect(out).toMatch(/^No link, because \S+.* takes no prompt from a link\. Copy this prompt/)
    expect(out).toContain(`\nSource: ${trial.web.url}/post/1\n`)
    const long = { ...ASK, template: 'あ'.repeat(1_000), variables: undefined }
    const japanese = await trial.run(base(), JSON.stringify(long))
    expect(japanese.out).toMatch(/^No link, because the prompt alone takes \d+ octets of a link/)
  })

  it.each([
    ['The policy of the site denies it (policy)', { policy: { rules: [{ deny: '*' }] } }],
    ['The prompt breaks rules', { prompts: [{ ...ASK, template: POISONED }] }],
    ['value_too_long (points)', { prompts: [ASK] }, '--set', 'points=a very long text'],
    ['The registry has no target nobody', {}, '--target', 'nobody'],
  ])('refuses with a reason: %s', async (reason, more, ...words: string[]) => {
    const { code, out, err } = await trial.run(
      [...base(), ...words],
      JSON.stringify(trial.manifest(more)),
    )
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toContain(reason)
  })

  it('says what is wrong with its input', async () => {
    const two = JSON.stringify(trial.manifest({ prompts: [ASK, { ...ASK, id: 'other' }] }))
    expect(await trial.mistake(base(), two)).toContain('there are summary, other')
    expect(await trial.mistake([...base(), '--ask', 'x'], two)).toContain('it has summary, other')
    expect(await trial.mistake([...base(), '--set', 'points'], two)).toContain(
      '--set takes name=value',
    )
    expect(await trial.mistake([...base(), '--ask', 'other', '--set', 'x=1'], two)).toContain(
      'the variables points',
    )
    expect(await trial.mistake(base(), '{"template":1}')).toContain('is no valid Cited Ask')
    expect(await trial.mistake(base(), '{')).toContain('is no valid manifest')
    expect(await trial.mistake(['link', '-'])).toContain('--page-url needs')
  })
})
