import {
  fixedText,
  readAskTarget,
  readProtocolSchema,
  readVectorSet,
} from '../../src/features/protocol/index.ts'
import { defineResource, defineResourceTemplate } from '../../src/kernel/resource.ts'

const EVERYBODY = { by: 'public' } as const
const JSON_TYPE = 'application/json'

/** The documents of the Ask AI Protocol, which are the same over HTTP below `/protocol/1.0`. */
export const protocolResources = [
  defineResource({
    uri: 'ask-ai://spec/1.0',
    name: 'spec',
    title: 'Ask AI Protocol 1.0',
    description: 'The specification.',
    mimeType: 'text/markdown',
    access: EVERYBODY,
    text: () => fixedText('spec.md'),
  }),
  defineResource({
    uri: 'ask-ai://changelog',
    name: 'changelog',
    title: 'Changes of the protocol',
    description: 'What changed in the specification and its data.',
    mimeType: 'text/markdown',
    access: EVERYBODY,
    text: () => fixedText('changelog.md'),
  }),
  defineResource({
    uri: 'ask-ai://targets',
    name: 'targets',
    title: 'Ask Targets registry',
    description: 'Every assistant with its links, evidence, fetchers and referrers.',
    mimeType: JSON_TYPE,
    access: EVERYBODY,
    text: () => fixedText('targets.json'),
  }),
  defineResource({
    uri: 'ask-ai://lint-rules',
    name: 'lint-rules',
    title: 'Lint rules',
    description: 'The rules of the linter as data; over 200 kB.',
    mimeType: JSON_TYPE,
    access: EVERYBODY,
    text: () => fixedText('lint-rules.json'),
  }),
]

export const protocolTemplates = [
  defineResourceTemplate({
    uriTemplate: 'ask-ai://schemas/1.0/{name}',
    name: 'schema',
    title: 'JSON Schema',
    description: 'The JSON Schema of a document of the protocol.',
    mimeType: 'application/schema+json',
    operation: readProtocolSchema,
  }),
  defineResourceTemplate({
    uriTemplate: 'ask-ai://targets/{id}',
    name: 'target',
    title: 'Ask target',
    description: 'All that the registry has of one assistant.',
    mimeType: JSON_TYPE,
    operation: readAskTarget,
  }),
  defineResourceTemplate({
    uriTemplate: 'ask-ai://vectors/{set}',
    name: 'vectors',
    title: 'Test vectors',
    description: 'A set of test vectors for implementations.',
    mimeType: JSON_TYPE,
    operation: readVectorSet,
  }),
]
