import { listRulesTable } from '../../src/features/rules/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listRulesTool = defineTool({
  name: 'list_rules',
  title: 'Prompt rules',
  description:
    'Prompt rules of a site in the order in which they act: which pages each matches and what it does to their prompts. The first rule to set a field wins; stop ends the list. fetch rule:<id> has one whole.',
  operation: listRulesTable,
  form: 'table',
})
