import type { ServerDefinition, Tool } from '../kernel/assistants/server-definition.ts'
import type { CredentialHolder } from './credential-matrix.ts'
import { expectedAtMcpDoor, expectedOfUnasked, grants } from './expected-access.ts'

const anyOfTool = ({ face: { access } }: Tool): readonly string[] =>
  access.by === 'scope' ? access.anyOf : []

const isPublic = ({ face: { access } }: Tool): boolean => access.by === 'public'

const holdsScope = (tool: Tool, holder: CredentialHolder): boolean =>
  'scopes' in holder && anyOfTool(tool).some((scope) => grants(holder.scopes, scope))

/** True where a tool shows what readers wrote, and the person who granted left that out. */
const lacksWords = ({ face: { access } }: Tool, holder: CredentialHolder): boolean =>
  holder.is === 'grant' &&
  !holder.mayReadWords &&
  access.by === 'scope' &&
  access.withoutWords !== true

/** True for a tool that a credential is shown, and may call, where it is let in. */
export const mayUse = (tool: Tool, holder: CredentialHolder): boolean =>
  isPublic(tool) || (holdsScope(tool, holder) && !lacksWords(tool, holder))

interface ExpectedCall {
  /** The status and code of a refusal of the whole request. */
  refused: string | undefined
  /** True where the result of the tool is the refusal. */
  isToolError: boolean
  /** The scopes that a refusal names. */
  named: readonly string[]
}

/** Returns what the holder of a credential can expect of a call of a tool. */
export function expectedOfCall(
  server: ServerDefinition,
  tool: Tool,
  holder: CredentialHolder,
): ExpectedCall {
  const anyOf = anyOfTool(tool)
  const atDoor = expectedAtMcpDoor(holder, server)
  const refused = atDoor ?? expectedOfUnasked(holder, anyOf)
  // Readers' words are behind no scope, and the door asks for what the whole server takes.
  const isForScope = atDoor === undefined && !isPublic(tool) && !holdsScope(tool, holder)
  return {
    refused,
    isToolError: refused === undefined && !mayUse(tool, holder),
    named: isForScope ? anyOf : [],
  }
}
