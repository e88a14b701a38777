import type * as z from 'zod/v4'

/** What a baseline registers: the fields of the SDK's `registerTool`, without the handler. */
export interface BaselineTool {
  name: string
  title: string
  description: string
  inputSchema: z.ZodObject
  outputSchema?: z.ZodObject
}
