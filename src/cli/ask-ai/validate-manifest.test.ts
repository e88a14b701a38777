import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDigest } from '../../protocol/ask/ask-digest.ts'
import { childEnvironment } from '../../testing/child-environment.ts'
import { CLI } from '../../testing/run-cli.ts'
import { type PageHandler } from '../../testing/web-site.ts'
import { ASK, AskAiTrial, jsonPage, POISONED, unseenIn } from './testing/ask-ai-trial.ts'

let trial: AskAiTrial

beforeAll(async () => {
  trial = await AskAiTrial.start()
})

afterAll(() => trial[Symbol.asyncDispose]())

const redirect =
  (to: string): PageHandler =>
  (_, response) => {
    response.writeHead(302, { location: to }).end()
  }

describe('citable ask-ai validate', () => {
  it('tells the level of a manifest at its address, at its page, in a file and on standard input', async () => {
    const text = JSON.stringify(trial.manifest())
    const head = `is valid: Ask AI 1.0 of Example, 1 prompt, 1 rule\nPublisher level, as far as a manifest shows it: Cited`
    const wellKnown = `${trial.web.url}/.well-known/ask-ai.json`
    for (const [place, shown] of [
      [wellKnown, wellKnown],
      [`${trial.web.url}/post/1`, wellKnown],
      [trial.file('good.json', text), join(trial.data.path, 'good.json')],
      ['-', '-'],
    ] as const) {
      const { code, out, err } = await trial.run(['validate', place], place === '-' ? text : '')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain(`✓ ${shown} ${head}`)
    }
  })

  it.each([
    ['none', { policy: undefined }],
    ['basic', { prompts: [] }],
    ['cited', {}],
    ['verifiable', { prompts: [{ ...ASK, digest: 'own' }] }],
  ])('calls a publisher %s', async (level, more) => {
    const digest = await askDigest(ASK as never)
    const text = JSON.stringify(trial.manifest(more)).replace('"own"', JSON.stringify(digest))
    expect(await trial.parsed(['validate', '-'], text)).toMatchObject({ valid: true, level })
  })

  it('prints every problem with its place, and fails', async () => {
    const broken = trial.manifest({
      prompts: [{ ...ASK, id: 'A B' }],
      policy: { rules: [{ path: 'x' }] },
    })
    const { code, out } = await trial.run(['validate', '-'], JSON.stringify(broken))
    expect(code).toBe(1)
    expect(out).toContain('✗ - is no valid manifest\n')
    expect(out).toMatch(/^✗ policy\.rules\[0\]\.path: .* \(wrong_form\)$/m)
    expect(out).toMatch(/^✗ prompts\[0\]\.id: .* \(wrong_form\)$/m)
  })

  it('fails for a prompt that steers, and only warns of a digest and of a target', async () => {
    const steering = trial.manifest({ prompts: [{ ...ASK, template: POISONED }] })
    const refused = await trial.run(['validate', '-'], JSON.stringify(steering))
    expect(refused.code).toBe(1)
    expect(refused.out).toMatch(/^✗ prompts\[0\]\.template: “.*\(AAP-PERSIST\)$/m)
    const odd = { ...ASK, digest: `sha-256=:${'A'.repeat(43)}=:`, targets: ['nobody'] }
    const warned = await trial.run(
      ['validate', '-'],
      JSON.stringify(trial.manifest({ prompts: [odd] })),
    )
    expect(warned.code).toBe(0)
    expect(warned.out).toMatch(/^! prompts\[0\]\.digest: .*\(digest_mismatch\)$/m)
    expect(warned.out).toMatch(/^! prompts\[0\]\.targets\[0\]: .*\(unknown_target\)$/m)
  })

  it.each([
    ['not_json', '{'],
    ['too_deep', '['.repeat(100_000)],
    ['not_object', '[]'],
    ['unsupported_version', '{"askAi":"2.0"}'],
    [
      'control_character',
      String.raw`{"askAi":"1.0","prompts":[{"id":"a","intent":"ask","template":"\ud800"}]}`,
    ],
  ])('answers %s, without a stack', async (code, text) => {
    expect(await trial.parsed(['validate', '-'], text)).toMatchObject({
      valid: false,
      findings: expect.arrayContaining([expect.objectContaining({ code, severity: 'error' })]),
    })
  })

  it('shows no control character of a hostile manifest', async () => {
    const hostile = trial.manifest({
      site: { name: 'E\u001b[2J\u202eX', url: `${trial.web.url}/` },
    })
    const { out } = await trial.run(['validate', '-'], JSON.stringify(hostile))
    expect(unseenIn(out)).toEqual([])
    expect(out).toContain(String.raw`E\u{1b}[2J\u{202e}X`)
  })

  it('says why there is nothing to check', async () => {
    const long = 'x'.repeat(524_289)
    expect(await trial.mistake(['validate', join(trial.data.path, 'nowhere.json')])).toMatch(
      /^Cannot read .*ENOENT/,
    )
    expect(await trial.mistake(['validate', trial.data.path])).toMatch(/^Cannot read .*EISDIR/)
    expect(await trial.mistake(['validate', '-'], long)).toBe(
      'Standard input is longer than 524,288 octets\n',
    )
    expect(await trial.mistake(['validate', trial.file('long', long)])).toMatch(
      /is longer than 524,288 octets\n$/,
    )
    expect(
      await trial.mistake(['validate', trial.file('bytes', Buffer.from([0xff, 0xfe, 0x80]))]),
    ).toMatch(/is no UTF-8 text\n$/)
    expect(await trial.mistake(['validate', `${trial.web.url}/nowhere.json`])).toContain(
      'There is none (404)',
    )
    expect(await trial.mistake(['validate', 'http://[/'])).toContain('This is not a complete URL')
  })

  it('ends although standard input does not', async () => {
    const child = spawn(CLI[0] ?? '', [...CLI.slice(1), 'ask-ai', 'validate', '-'], {
      env: childEnvironment(),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const exited = once(child, 'exit')
    child.stdin.on('error', () => undefined)
    child.stdin.write('x'.repeat(600_000))
    expect(await exited).toEqual([1, null])
  })

  it('keeps to the origin, to three redirects and to what the operator allows', async () => {
    trial.web.pages.set('/1', redirect('/2'))
    trial.web.pages.set('/2', redirect('/3'))
    trial.web.pages.set('/3', redirect('/.well-known/ask-ai.json'))
    trial.web.pages.set('/0', redirect('/1'))
    trial.web.pages.set('/away', redirect('http://127.0.0.1:65000/x'))
    trial.web.pages.set('/long.json', jsonPage('x'.repeat(524_289)))
    trial.web.pages.set('/down.json', jsonPage('', 503))
    const at = (path: string): string[] => ['validate', `${trial.web.url}${path}`]
    expect((await trial.run(at('/1'))).code).toBe(0)
    expect(await trial.mistake(at('/0'))).toContain('More than 3 redirects')
    expect(await trial.mistake(at('/away'))).toContain('A redirect leads to another origin')
    expect(await trial.mistake(at('/long.json'))).toContain('longer than 524,288 octets')
    expect(await trial.mistake(at('/down.json'))).toContain('The answer is 503')
    const asked = trial.web.asked.length
    expect(await trial.mistake(at('/1'), '', { ALLOW_PRIVATE_NETWORKS: '' })).toContain('private')
    expect(trial.web.asked.length).toBe(asked)
  })
})
