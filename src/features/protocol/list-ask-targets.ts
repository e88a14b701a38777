import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import type { AskTarget, LinkMethod } from '../../protocol/targets/ask-target.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'

const Target = z.object({
  id: z.string(),
  name: z.string(),
  vendor: z.string().optional(),
  home: z.string(),
  capabilities: z.array(z.string()),
  methods: z.array(
    z.object({
      type: z.string(),
      template: z.string().optional(),
      status: z.string().optional(),
      submits: z.string().optional(),
      mobile: z.string().optional(),
      maxUrlLength: z.int().optional(),
      checked: z.string().optional(),
    }),
  ),
  substitute: z.string().optional(),
})

/** Lists the assistants that a prompt may be taken to. */
export const listAskTargets = defineOperation({
  name: 'protocol.listTargets',
  summary: 'Assistants that a prompt may be taken to, and how',
  access: { by: 'public' },
  input: z.strictObject({
    capability: z
      .enum(['web', 'citations', 'memory', 'code'])
      .optional()
      .describe('Those that can do this'),
    status: z
      .enum(['documented', 'reported', 'broken', 'copy'])
      .optional()
      .describe('Those with a link of this status; copy: with none that works'),
  }),
  output: z.object({
    revision: z.string().describe('Day of the registry'),
    defaults: z.array(z.string()),
    maxUrlLength: z.int().describe('Octets, where a method has none'),
    targets: z.array(Target),
  }),
  async handler(_, { capability, status }) {
    const { revision, defaults = [], maxUrlLength, targets } = TARGET_REGISTRY
    const found = targets.filter(
      (target) =>
        (capability === undefined || target.capabilities?.includes(capability)) &&
        (status === undefined || hasStatus(target, status)),
    )
    return { revision, defaults: [...defaults], maxUrlLength, targets: found.map(showTarget) }
  },
})

function hasStatus({ methods }: AskTarget, status: string): boolean {
  const links = methods.filter((method): method is LinkMethod => method.type === 'link')
  return status === 'copy'
    ? links.every((link) => link.status === 'broken')
    : links.some((link) => link.status === status)
}

/** Returns a target without its evidence, aliases and referrers, which the resource of the target has. */
function showTarget({ id, name, vendor, home, capabilities = [], methods, substitute }: AskTarget) {
  return {
    id,
    name,
    ...(vendor !== undefined && { vendor }),
    home,
    capabilities: [...capabilities],
    methods: methods.map((method) => {
      if (method.type === 'copy') return { type: method.type }
      const { evidence: _, ...shown } = method
      return shown
    }),
    ...(substitute !== undefined && { substitute }),
  }
}
