import type { FinishedCall } from '../../../db/system/assistant-call-log.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'

/** The outcome of a call of a tool that the server does not have. */
const UNKNOWN_TOOL = 'UNKNOWN_TOOL'

/**
 * The name under which calls of tools that the server does not have are counted, so that no caller's words are kept.
 */
export const UNKNOWN_TOOL_NAME = 'unknown'

/** The possible outcomes of a call of a tool: `ok`, or the code of its error. */
export type CallOutcome = 'ok' | typeof UNKNOWN_TOOL | ErrorCode

export const CALL_OUTCOMES: readonly CallOutcome[] = [
  'ok',
  UNKNOWN_TOOL,
  // @NOTE the keys of a table that is declared as a constant.
  ...(Object.keys(ERROR_STATUS) as ErrorCode[]),
]

/**
 * The classes of outcomes: answered, refused because of the caller's input or rights, failed because of the service.
 */
export const OUTCOME_CLASSES = ['ok', 'refused', 'failed'] as const
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number]

export function outcomeClassOf(outcome: CallOutcome): OutcomeClass {
  if (outcome === 'ok') return 'ok'
  if (outcome === UNKNOWN_TOOL) return 'refused'
  return ERROR_STATUS[outcome] < 500 ? 'refused' : 'failed'
}

/** The clients that can be recognized by the header of a request. */
export const CLIENT_FAMILIES = [
  'claude',
  'chatgpt',
  'codex',
  'cursor',
  'vscode',
  'sdk',
  'other',
] as const
export type ClientFamily = (typeof CLIENT_FAMILIES)[number]

/** A call of a tool with its outcome and its client, each of them a word of a fixed list. */
export interface AssistantCall extends FinishedCall {
  client: ClientFamily
  outcome: CallOutcome
}

/** The port that remembers the calls of assistants for their organization and for the operator. */
export interface AssistantCalls {
  /** Takes a call without waiting for anything; it never throws. */
  record(call: AssistantCall): void
  /** Writes down the calls recorded so far. When storage fails, the calls wait for another try. */
  flush(): Promise<void>
}
