import * as z from 'zod'
import { ShownFinding } from './findings.ts'
import { showUnseen } from './shown-text.ts'

/** The decision of one layer of a policy, and the rule that made it. */
export const Layer = z.object({
  layer: z.string(),
  decision: z.string(),
  rule: z.union([z.int(), z.string()]).nullable(),
  reason: z.string(),
  maxExcerpt: z.int().optional(),
})

export const showLayer = <T extends Pick<z.input<typeof Layer>, 'rule'>>(layer: T): T => ({
  ...layer,
  rule: typeof layer.rule === 'string' ? showUnseen(layer.rule) : layer.rule,
})

/** A link for one target, or the reason why it cannot be built. */
export const AskLink = z.object({
  target: z.string(),
  kind: z.enum(['link', 'copy', 'refused']),
  href: z.string().optional(),
  submits: z.string().optional(),
  mobile: z.string().optional(),
  app: z.string().optional(),
  substitute: z.string().optional(),
  decision: z.string().optional(),
  prompt: z.string().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
  name: z.string().optional(),
  layers: z.array(Layer).optional(),
  findings: z.array(ShownFinding).optional(),
})
