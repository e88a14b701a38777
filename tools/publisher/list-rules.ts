import { listRules } from '../../src/features/rules/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listRulesTool = defineTool({
  name: 'list_rules',
  title: 'Prompt rules',
  description:
    'Rules that decide which pages get which prompt, in their order: what each matches, and the instructions or words that it sets, adds or removes. The first to set a field wins; stop ends the list. fetch rule:<id> has one.',
  operation: listRules,
  form: 'table',
})
