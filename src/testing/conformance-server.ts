import * as z from 'zod'
import { Completion, CompletionInput, completionOf } from '../kernel/assistants/completion.ts'
import { Content, type ContentItem } from '../kernel/assistants/content.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { defineOperation } from '../kernel/door/operation.ts'
import {
  defineResource,
  defineResourceTemplate,
  ResourceText,
} from '../kernel/assistants/resource.ts'
import { defineServer, defineTool, type Tool } from '../kernel/assistants/server-definition.ts'
import { definePrompt, type TaskPrompt } from '../kernel/assistants/task-prompt.ts'

const ACCESS = { by: 'scope', anyOf: ['sites:read'] } as const

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A sound file without a sample. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const textItem = (text: string): ContentItem => ({ type: 'text', text })
const TEXT = textItem('This is a simple text response for testing.')
const IMAGE: ContentItem = { type: 'image', data: PNG, mimeType: 'image/png' }
const AUDIO: ContentItem = { type: 'audio', data: WAV, mimeType: 'audio/wav' }
const embedded = (uri: string): ContentItem => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
})

function operationOf<I extends z.ZodType, O extends z.ZodType>(
  name: string,
  input: I,
  output: O,
  answer: (input: z.output<I>) => z.input<O>,
) {
  return defineOperation({
    name: `conformance.${name}`,
    summary: 'Answers what the suite expects',
    access: ACCESS,
    input,
    output,
    handler: async (_, given) => answer(given),
  })
}

const NOTHING = z.strictObject({})

const toolOf = (name: `test_${string}`, answer: () => ContentItem[]): Tool =>
  defineTool({
    name,
    title: name,
    description: 'Answers what the suite expects.',
    operation: operationOf(name, NOTHING, Content, () => ({ content: answer() })),
    form: 'content',
  })

/** Makes a prompt like those of the product, whose text may come with pictures and resources. */
function promptOf<F extends z.ZodRawShape>(
  name: string,
  fields: F,
  text: (given: z.output<z.ZodObject<F>>) => readonly ContentItem[],
): TaskPrompt {
  const given = z.strictObject(fields)
  const subject = z.object({ domain: z.string(), given })
  const operation = operationOf(name, given, subject, (asked) => ({
    domain: 'tea.example',
    // @NOTE the schema has no transforms, so what it read is what it reads.
    given: asked as z.input<typeof given>,
  }))
  const prompt = definePrompt({
    name,
    title: name,
    description: 'Says what the suite expects.',
    operation,
    subject,
    uses: ['test_simple_text'],
    text: () => '',
  })
  return { ...prompt, write: (answer) => text(subject.parse(answer).given) }
}

const argument = z.string().max(300).describe('Any text.')

/** The tools, prompts and resources that the conformance suite asks a server for, on the product's own endpoint. */
export const conformanceServer = defineServer({
  name: 'conformance',
  path: '/conformance',
  title: 'What the conformance suite asks for',
  instructions: 'For the conformance suite alone.',
  parameters: [],
  access: ['scope'],
  tools: [
    toolOf('test_simple_text', () => [TEXT]),
    toolOf('test_image_content', () => [IMAGE]),
    toolOf('test_audio_content', () => [AUDIO]),
    toolOf('test_embedded_resource', () => [embedded('test://embedded-resource')]),
    toolOf('test_multiple_content_types', () => [
      TEXT,
      IMAGE,
      embedded('test://mixed-content-resource'),
    ]),
    toolOf('test_error_handling', () => {
      throw new ServiceError('CONFLICT', 'This tool intentionally returns an error for testing')
    }),
  ],
  resources: [
    defineResource({
      uri: 'test://static-text',
      name: 'static-text',
      title: 'A text',
      description: 'What the suite reads.',
      mimeType: 'text/plain',
      access: ACCESS,
      text: () => 'This is the content of the static text resource.',
    }),
    defineResource({
      uri: 'test://static-binary',
      name: 'static-binary',
      title: 'A picture',
      description: 'What the suite reads.',
      mimeType: 'image/png',
      access: ACCESS,
      text: () => Buffer.from(PNG, 'base64'),
    }),
  ],
  resourceTemplates: [
    defineResourceTemplate({
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      title: 'A template',
      description: 'What the suite reads.',
      mimeType: 'application/json',
      operation: operationOf(
        'template',
        z.strictObject({ id: z.string() }),
        ResourceText,
        (given) => ({
          text: JSON.stringify({ ...given, templateTest: true, data: `Data for ID: ${given.id}` }),
        }),
      ),
    }),
  ],
  prompts: [
    promptOf('test_simple_prompt', {}, () => [textItem('This is a simple prompt for testing.')]),
    promptOf('test_prompt_with_arguments', { arg1: argument, arg2: argument }, ({ arg1, arg2 }) => [
      textItem(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ]),
    promptOf('test_prompt_with_embedded_resource', { resourceUri: argument }, ({ resourceUri }) => [
      embedded(resourceUri),
      TEXT,
    ]),
    promptOf('test_prompt_with_image', {}, () => [IMAGE, TEXT]),
  ],
  completions: {
    arg1: operationOf('complete', CompletionInput, Completion, ({ prefix }) =>
      completionOf([{ value: 'test value', names: ['test value'] }], prefix),
    ),
  },
})
