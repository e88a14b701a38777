import type { Generated } from 'kysely'

/** Calls of tools by assistants, for 30 days. It holds no text that a caller or a visitor wrote. */
interface AssistantCallTable {
  num: Generated<number>
  org_id: string
  /** When the call ended. */
  at: number
  /** Null for a caller without an API key. */
  key_id: string | null
  /** Null where a call was of no site, or of several. */
  site_num: number | null
  server: string
  tool: string
  /** Family of the client, from a closed list. */
  client: string
  /** `ok`, or the code of the error. */
  outcome: string
  /** Microseconds. */
  duration_us: number
  /** Null for an answer that is no table. */
  answer_rows: number | null
  answer_bytes: number
}

export interface AssistantCallTables {
  assistant_call: AssistantCallTable
}
