import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EVENT_NAMES, EVENT_TYPES } from '../domain/webhooks/event-types.ts'
import { webhookEventsText } from './webhook-docs.ts'

const text = webhookEventsText()

it.each(EVENT_NAMES)('the page tells of %s its cause, payload and example', (name) => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
  const [, , cause, fields = '', example = ''] = row
    .split(' | ')
    .flatMap((cell) => cell.split('| '))
  expect(cause).toBe(EVENT_TYPES[name].cause)
  expect(fields.replaceAll(/[` ]/g, '').split(',')).toEqual(
    Object.keys(EVENT_TYPES[name].payload.shape),
  )
  const json: unknown = JSON.parse(/`(.*)`/.exec(example)?.[1] ?? '')
  expect(json).toEqual(EVENT_TYPES[name].example)
})

it('the page holds every example of a receiver as its file is', () => {
  const files = readdirSync('examples/webhooks').filter((file) => !file.includes('.test.'))
  expect(files).toHaveLength(5)
  for (const file of files) {
    expect(text).toContain(readFileSync(`examples/webhooks/${file}`, 'utf8').trimEnd())
  }
})
