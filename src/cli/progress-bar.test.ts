import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { cliLogger } from './cli-logger.ts'
import { ProgressBar } from './progress-bar.ts'

it('a bar on a terminal shares its line with no line of the log', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const bar = new ProgressBar(terminal)
  const log = cliLogger({ logLevel: 'info' }, terminal)
  log.warn('before')
  bar.show(0, 2, '0 pages')
  bar.show(1, 2, '1 page')
  log.warn('between')
  log.warn('and more')
  bar.show(2, 2, '2 pages')
  log.error('the scan failed')
  bar.end()
  bar.end()
  terminal.end()
  const lines = (await text(terminal)).split('\n')
  const kinds = lines.map((line) =>
    line.startsWith('{') ? 'log' : line.includes('%') ? 'bar' : line,
  )
  expect(kinds).toEqual(['log', 'bar', 'log', 'log', 'bar', 'log', ''])
  expect(lines.some((line) => line.includes('%') && line.includes('{'))).toBe(false)
})
