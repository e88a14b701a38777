import type { RuleActions } from './rule-input.ts'

interface RuleText {
  /** The path of the text within the actions, as field errors write it. */
  path: string
  text: string
}

/** Lists every text of a rule that readers' prompts may come to contain, so that it can be linted. */
export function ruleTexts(actions: RuleActions): RuleText[] {
  const { setTemplates = [], prepend, append, vars = {}, suggestQuestions = [] } = actions
  return [
    ...setTemplates.map(({ template }, i) => ({
      path: `setTemplates[${i}].template`,
      text: template,
    })),
    ...(prepend === undefined ? [] : [{ path: 'prepend', text: prepend }]),
    ...(append === undefined ? [] : [{ path: 'append', text: append }]),
    ...Object.entries(vars).map(([name, text]) => ({ path: `vars.${name}`, text })),
    ...suggestQuestions.map((text, i) => ({ path: `suggestQuestions[${i}]`, text })),
  ]
}
