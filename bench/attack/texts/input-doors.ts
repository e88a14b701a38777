import { MCP_SERVERS } from '../../../tools/index.ts'
import type { CollectingSite } from '../../../db/system/ingest-sites.ts'
import { generatePrompt } from '../../../src/domain/prompts/generate-prompt.ts'
import { pageQuestions } from '../../../src/domain/prompts/page-questions.ts'
import type { PromptPage } from '../../../src/domain/prompts/prompt-page.ts'
import { applyRules, compileRules } from '../../../src/domain/prompt-rules/apply-rules.ts'
import type { PromptRule } from '../../../src/domain/prompt-rules/rule-input.ts'
import { subjectOfAddress } from '../../../src/domain/prompt-rules/rule-subject.ts'
import { HeadingIndex } from '../../../src/domain/topics/headings.ts'
import { phraseKeys, readQuestion } from '../../../src/domain/topics/topic-rules.ts'
import { CollectedEvent, ImportedEvent } from '../../../src/features/events/event-input.ts'
import { prepareEvent } from '../../../src/features/events/prepare-event.ts'
import { inputSchema } from '../../../src/kernel/arguments/json-schema.ts'
import type { Operation } from '../../../src/kernel/door/operation.ts'
import { acceptsType } from '../../../src/lib/web/accepts-type.ts'
import { forwardedFor } from '../../../src/lib/web/forwarded.ts'
import { OPERATIONS } from '../../../src/server/operations.ts'
import type { Door } from './doors.ts'

/** A day number; the words for days that arguments may have are read by it. */
const TODAY = 20_000

const namesOf = ({ input }: Operation): string[] => Object.keys(inputSchema(input).properties ?? {})

/** Every field with one value, which is the text, or a list or an object that holds it. */
const filledWith = (names: readonly string[], value: unknown): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, value]))

const formsOf = (text: string): unknown[] => [text, [text], { [text]: text }]

/** The schema of each operation reads each of its fields. */
const SCHEMA_DOORS: readonly Door[] = OPERATIONS.map((operation) => {
  const names = namesOf(operation)
  return {
    name: `the input of ${operation.name}`,
    read: (text) => {
      for (const form of formsOf(text)) operation.input.safeParse(filledWith(names, form))
    },
  }
})

/** The arguments of each tool are read as models mean them, also those that it does not have. */
const ARGUMENT_DOORS: readonly Door[] = MCP_SERVERS.flatMap(({ tools }) =>
  tools.map((tool) => ({
    name: `the arguments of ${tool.name}`,
    read: (text: string) => {
      for (const form of formsOf(text)) {
        tool.arguments.read({ ...filledWith(tool.arguments.names, form), [text]: form }, TODAY)
      }
    },
  })),
)

const SITE: CollectingSite = {
  num: 1,
  id: 'site_a',
  domain: 'a.example',
  url: 'https://a.example/',
  aliases: '[]',
  rollup_timezone: 'UTC',
  raw_from: 0,
  status: 'active',
  question_mode: 'redacted',
  honour_opt_out: 1,
  own_parameters: null,
  learned_parameters: '[]',
  install_last_seen_at: null,
}
const READER = { visitorKey: 'a', askerKey: 'a', country: null, device: null }

/** Each text that a visitor's browser sends, by itself and as the end of an address. */
const eventsOf = (text: string): unknown[] => {
  const event = { kind: 'question', question: 'a', url: 'https://a.example/' }
  return [
    { ...event, url: `https://a.example/${text}` },
    { ...event, url: `https://a.example/?utm_source=${text}` },
    { ...event, title: text, question: text },
    { ...event, kind: 'referral', referrer: `https://chatgpt.com/${text}` },
    { ...event, kind: 'ai_click', target: text, language: text },
  ]
}

function readEvents(text: string): void {
  for (const event of eventsOf(text)) {
    ImportedEvent.safeParse(event)
    const { data } = CollectedEvent.safeParse(event)
    if (data) prepareEvent(SITE, data, READER, 0, 'a')
  }
}

const pageOf = (text: string): PromptPage => ({
  url: 'https://a.example/a',
  canonicalUrl: `https://a.example/${text}`,
  markdownUrl: `https://a.example/${text}`,
  path: `/${text}`,
  type: 'article',
  title: text,
  h1: text,
  description: text,
  headings: [{ level: 2, text }],
  leads: [{ heading: text, level: 2, text }],
  asked: [text],
  language: 'en',
  author: text,
  publishedAt: text,
  modifiedAt: text,
  keyphrases: [{ text }],
})

const promptSiteOf = (name: string) => ({
  name,
  domain: 'a.example',
  language: 'en',
  siteWideTitles: new Set([name.toLowerCase()]),
})

function applyLongRule(text: string): void {
  const rule: PromptRule = {
    id: 'a',
    position: 1,
    enabled: true,
    stop: false,
    match: { titleContains: text.slice(0, 200) },
    actions: { addTags: ['a'] },
  }
  const subject = { ...subjectOfAddress(`/${text}`, 'a.example'), title: text, author: text }
  applyRules({ ...subject, tags: [text], schemaTypes: [text] }, compileRules([rule]))
}

/**
 * The doors for what callers, pages and visitors send inside of objects: inputs of operations, arguments, events,
 * pages, headers.
 */
export const INPUT_DOORS: readonly Door[] = [
  ...SCHEMA_DOORS,
  ...ARGUMENT_DOORS,
  { name: 'events of visitors and of imports', read: readEvents },
  { name: 'generatePrompt', read: (text) => generatePrompt(pageOf(text), promptSiteOf('Acme')) },
  {
    name: 'generatePrompt of a name',
    read: (text) => generatePrompt(pageOf('A'), promptSiteOf(text)),
  },
  { name: 'pageQuestions', read: (text) => pageQuestions(pageOf(text), 'en') },
  { name: 'applyRules', read: applyLongRule },
  {
    name: 'the topic of a question',
    read: (text) =>
      phraseKeys(readQuestion(text, { scanned: new HeadingIndex([text, text]), title: text })),
  },
  { name: 'Accept', read: (text) => acceptsType(text, 'text/csv') },
  { name: 'Forwarded', read: (text) => forwardedFor(text) },
]
