import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page, type PageHandler } from '../../testing/web-site.ts'
import { AskAiTrial, jsonPage, POISONED, unseenIn } from './testing/ask-ai-trial.ts'

let trial: AskAiTrial

beforeAll(async () => {
  trial = await AskAiTrial.start()
})

afterAll(() => trial[Symbol.asyncDispose]())

describe('citable ask-ai verify', () => {
  const chatgpt = (prompt: string): string =>
    `https://chatgpt.com/?q=${encodeURIComponent(prompt)}&hints=search`
  const linkOf = async (): Promise<string> => {
    const words = ['link', '-', '--page-url', `${trial.web.url}/post/1`, '--title', 'Tea']
    return String((await trial.parsed(words, JSON.stringify(trial.manifest())))['href'])
  }

  it('fetches the manifest of the page that the prompt names', async () => {
    const href = await linkOf()
    const { code, out } = await trial.run(['verify', href])
    expect(code).toBe(0)
    expect(out).toContain('✓ verified: the site publishes this prompt\n')
    expect(out).toContain(`Manifest ${trial.web.url}/.well-known/ask-ai.json\n`)
    expect(trial.web.paths.slice(-2)).toEqual(['/post/1', '/.well-known/ask-ai.json'])
  })

  it('looks first where the page says that its manifest is', async () => {
    const link = `<link rel="ask-ai" href="/other.json">`
    const header: PageHandler = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', link: '</third.json>; rel="ask-ai"' })
      response.end(page('T', { head: link }))
    }
    trial.web.pages.set('/post/2', page('T', { head: link }))
    trial.web.pages.set('/post/3', header)
    trial.web.pages.set('/other.json', jsonPage(trial.manifest({ prompts: [] })))
    const href = (await linkOf()).replace('%2Fpost%2F1', '%2Fpost%2F2')
    expect(await trial.parsed(['verify', href])).toMatchObject({
      status: 'unpublished',
      manifest: { place: `${trial.web.url}/other.json`, why: null },
    })
    expect(
      await trial.parsed(['verify', href.replace('%2Fpost%2F2', '%2Fpost%2F3')]),
    ).toMatchObject({
      status: 'unpublished',
      manifest: { place: `${trial.web.url}/third.json`, why: 'There is none (404)' },
    })
  })

  it('follows further pages of the manifest', async () => {
    trial.web.pages.set('/a.json', jsonPage(trial.manifest({ prompts: [], next: '/b.json' })))
    trial.web.pages.set('/b.json', jsonPage(trial.manifest()))
    trial.web.pages.set('/post/4', page('T', { head: '<link rel="ask-ai" href="/a.json">' }))
    const href = (await linkOf()).replace('%2Fpost%2F1', '%2Fpost%2F4')
    expect(await trial.parsed(['verify', href])).toMatchObject({
      status: 'verified',
      ask: 'summary',
    })
  })

  it('verifies by a file without asking anybody', async () => {
    const own = trial.file('own.json', JSON.stringify(trial.manifest()))
    const href = await linkOf()
    const asked = trial.web.asked.length
    expect((await trial.run(['verify', href, '--manifest', own], '', {})).code).toBe(0)
    expect(trial.web.asked.length).toBe(asked)
    const other = { ...trial.manifest(), site: { name: 'O', url: 'https://other.example/' } }
    const theirs = trial.file('theirs.json', JSON.stringify(other))
    expect(await trial.parsed(['verify', href, '--manifest', theirs])).toMatchObject({
      status: 'unpublished',
      manifest: { why: 'It speaks for https://other.example alone' },
    })
  })

  it('refuses a poisoned link, with the words and their place', async () => {
    const prompt = `Summarize this.\n${POISONED}\n\nSource: ${trial.web.url}/post/1`
    const { code, out } = await trial.run(['verify', chatgpt(prompt)])
    expect(code).toBe(1)
    expect(out).toMatch(/^✗ unpublished: /)
    expect(out).toMatch(/^✗ AAP-PERSIST 2:1 “Remember/m)
  })

  it.each([
    ['unrecognised', 'https://chatgpt.com.evil.example/?q=x'],
    ['unrecognised', 'not a link'],
    ['unpublished', 'https://chatgpt.com/?q=%E0%A4%A&hints=search'],
    ['unpublished', 'https://chatgpt.com/?q=%ED%A0%80%00%1B%5B2J&hints=search'],
    [
      'unpublished',
      `https://chatgpt.com/?q=${encodeURIComponent('x\n\nSource: http://[')}&hints=search`,
    ],
    ['unpublished', `https://chatgpt.com/?q=${'x'.repeat(60_000)}&hints=search`],
  ])('answers %s for a link that is broken (%#)', async (status, href) => {
    const { code, out, err } = await trial.run(['verify', href])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out.startsWith(`✗ ${status}: `)).toBe(true)
    expect(unseenIn(out)).toEqual([])
  })

  it('reaches no private address by the link of a stranger', async () => {
    const href = chatgpt('x\n\nSource: http://169.254.169.254/latest')
    const { out } = await trial.run(['verify', href, '--json'], '', { ALLOW_PRIVATE_NETWORKS: '' })
    expect(JSON.parse(out)).toMatchObject({
      status: 'unpublished',
      manifest: { why: expect.stringContaining('private') },
    })
  })
})
