import { Completion, CompletionInput, completionOf } from '../../kernel/assistants/completion.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { PROTOCOL_SCHEMAS, VECTOR_SETS } from '../../kernel/wire/protocol-documents.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'

interface Candidate {
  value: string
  names: readonly string[]
}

const completing = (name: string, what: string, candidates: () => readonly Candidate[]) =>
  defineOperation({
    name,
    summary: `${what} that go with what was typed`,
    access: { by: 'public' },
    input: CompletionInput,
    output: Completion,
    handler: async (_, { prefix }) => completionOf(candidates(), prefix),
  })

const byOwnName = (names: readonly string[]): Candidate[] =>
  names.map((value) => ({ value, names: [value] }))

/** Completes the beginning of the id or name of a target to ids of targets. */
export const completeTargets = completing('protocol.completeTargets', 'Targets', () =>
  TARGET_REGISTRY.targets.map(({ id, name }) => ({ value: id, names: [id, name] })),
)

export const completeSchemas = completing('protocol.completeSchemas', 'Schemas', () =>
  byOwnName(PROTOCOL_SCHEMAS),
)

export const completeVectors = completing('protocol.completeVectors', 'Sets of vectors', () =>
  byOwnName(VECTOR_SETS),
)
