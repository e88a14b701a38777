import { setImmediate as turn } from 'node:timers/promises'
import type { SiteRow } from '../../../db/site-row.ts'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { invalidField, ServiceError, type FieldError } from '../../kernel/door/errors.ts'
import { checkEachInTurn, checkWholeOrApart } from '../../kernel/door/every-refusal.ts'
import type { RuleActions } from '../../domain/prompt-rules/rule-input.ts'
import { ruleTexts } from '../../domain/prompt-rules/rule-texts.ts'
import { ASK_TARGET_IDS } from '../../domain/prompts/ask-targets.ts'
import { parseTemplate, PLACEHOLDER_CHARS } from '../../domain/prompts/placeholders.ts'
import { sourcesOf } from '../../kernel/names/site-host.ts'

type Site = Pick<SiteRow, 'domain' | 'aliases' | 'url' | 'name'>

interface Checked {
  actions: RuleActions
  stop: boolean
}

/**
 * Throws VALIDATION_FAILED for a rule without an effect, a text that the prompt policy refuses (`PROMPT_POLICY`, with
 * the policy's `rule`), a template that cannot be parsed, or an invalid variable or target; `place` is the path of the
 * rule in the input. Each text is linted by itself; the texts of several rules together are linted when a prompt is
 * made of them.
 */
export async function checkRule(site: Site, rule: Checked, place = ''): Promise<void> {
  checkEffect(rule, place)
  await checkActions(site, rule.actions, place)
}

/** Throws VALIDATION_FAILED for a rule that has no actions and does not stop the rules after it. */
export function checkEffect({ actions, stop }: Checked, place = ''): void {
  if (!stop && isNothing(actions)) {
    throw invalidField(`${place}actions`, 'no_effect', 'Give an action, or stop: true')
  }
}

/** Throws as `checkRule` does for the actions of a rule, without looking at its other fields. */
export async function checkActions(site: Site, actions: RuleActions, place = ''): Promise<void> {
  const fields = [
    ...(await policyProblems(actions, site)),
    ...templateProblems(actions),
    ...variableProblems(actions),
    ...targetProblems(actions),
  ].map((field) => ({ ...field, path: `${place}actions.${field.path}` }))
  if (fields.length === 0) return
  const isPolicy = fields.some(({ code }) => code === 'PROMPT_POLICY')
  throw new ServiceError(
    'VALIDATION_FAILED',
    isPolicy ? 'The prompt policy refuses a text of this rule' : 'Invalid input',
    { fields },
  )
}

/** Throws as `checkActions` does, for those parts of unchecked actions that have a valid form. */
export async function checkReadableActions(
  site: Site,
  actions: RuleActions,
  place = '',
): Promise<void> {
  const check = (part: RuleActions) => checkActions(site, part, place)
  const checks = [
    () => checkWholeOrApart(actions, `${place}actions.`, check),
    () => checkWholeOrApart(actions.vars ?? {}, `${place}actions.vars.`, (vars) => check({ vars })),
  ]
  await checkEachInTurn(checks, (one) => one())
}

const isNothing = ({ vars = {}, ...others }: RuleActions): boolean =>
  Object.keys(vars).length === 0 && Object.values(others).every((value) => value === undefined)

/**
 * Lints each text of actions, and reports each broken rule of the policy once a text. The linter is large and is loaded
 * when it is needed, since most of what REST serves works without it.
 */
async function policyProblems(actions: RuleActions, site: Site): Promise<FieldError[]> {
  const { lintPrompt, prepareLinter } = await import('../../protocol/lint/lint-prompt.ts')
  await prepareLinter(turn)
  const options = { sources: sourcesOf(site), names: [site.name], isTemplate: true }
  const tracked = actions.trackQuery
    ? [{ path: 'trackQuery.text', text: actions.trackQuery.text }]
    : []
  return [...ruleTexts(actions), ...tracked].flatMap(({ path, text }) => {
    const errors = lintPrompt(text, options).filter(({ level }) => level === 'error')
    const messageByRule = new Map(errors.map(({ ruleId, message }) => [ruleId, message]))
    return [...messageByRule].map(([ruleId, message]) => ({
      path,
      code: 'PROMPT_POLICY',
      rule: ruleId,
      message,
    }))
  })
}

/**
 * Matches the fields whose texts are templates with placeholders; variables and questions are values of placeholders.
 */
const TEMPLATE_PATH = /^(?:setTemplates|prepend$|append$)/

function templateProblems(actions: RuleActions): FieldError[] {
  const templates = ruleTexts(actions).filter(({ path }) => TEMPLATE_PATH.test(path))
  return templates.flatMap(({ path, text }) => {
    const parsed = parseTemplate(text)
    return parsed.ok ? [] : parsed.problems.map(({ code, message }) => ({ path, code, message }))
  })
}

function variableProblems({ vars = {} }: RuleActions): FieldError[] {
  return Object.keys(vars)
    .filter((name) => !Object.hasOwn(PLACEHOLDER_CHARS, name))
    .map((name) => ({
      path: `vars.${name}`,
      code: 'unknown_placeholder',
      message: 'No placeholder has this name',
    }))
}

function targetProblems({ setTargets = [] }: RuleActions): FieldError[] {
  return setTargets.flatMap((id, i) => {
    if (ASK_TARGET_IDS.includes(id)) return []
    const meant = didYouMean(id, ASK_TARGET_IDS)
    const message = `No target has this id; ${meant ? `did you mean ${meant}?` : `there are ${ASK_TARGET_IDS.join(' ')}`}`
    return { path: `setTargets[${i}]`, code: 'unknown_target', message }
  })
}
