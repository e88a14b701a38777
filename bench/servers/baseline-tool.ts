import type * as z from 'zod/v4'

/** The fields that a baseline registers: those of the SDK's `registerTool`, without the handler. */
export interface BaselineTool {
  name: string
  title: string
  description: string
  inputSchema: z.ZodObject
  outputSchema?: z.ZodObject
}
