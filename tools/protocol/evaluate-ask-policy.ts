import { evaluateAskPolicy } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const evaluateAskPolicyTool = defineTool({
  name: 'evaluate_ask_policy',
  title: 'Evaluate an Ask Policy',
  description:
    'Whether an assistant may answer, summarize, quote, search or train on pages by an Ask Policy and robots.txt, Content-Usage, TDMRep, given as text. Says which rule of which layer won.',
  operation: evaluateAskPolicy,
  form: 'table',
})
