import type { Generated } from 'kysely'

/** Calls of tools by assistants, each kept for 30 days. The table holds no text that a caller or a visitor wrote. */
interface AssistantCallTable {
  num: Generated<number>
  org_id: string
  /** The time when the call ended, in epoch milliseconds. */
  at: number
  /** The id of the API key; null for a caller without one. */
  key_id: string | null
  /** The number of the site; null where a call was about no site, or about several. */
  site_num: number | null
  server: string
  tool: string
  /** The family of the client, from a closed list. */
  client: string
  /** The outcome: `ok`, or the code of the error. */
  outcome: string
  /** The duration in microseconds. */
  duration_us: number
  /** The number of rows in the answer; null for an answer that is not a table. */
  answer_rows: number | null
  answer_bytes: number
}

export interface AssistantCallTables {
  assistant_call: AssistantCallTable
}
