import { ServiceError, type FieldError } from '../../kernel/door/errors.ts'
import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import type { StoredTemplate } from './prompt.ts'
import { lintErrors } from './render-templates.ts'

/** Finds templates of the same kind, and a primary kind without a template. */
export function kindProblems(
  templates: readonly Pick<StoredTemplate, 'kind'>[],
  primaryKind: PromptKind | undefined,
): FieldError[] {
  const kinds = templates.map(({ kind }) => kind)
  const doubled = kinds.findIndex((kind, i) => kinds.indexOf(kind) < i)
  return [
    ...(doubled < 0
      ? []
      : [
          {
            path: `templates[${doubled}].kind`,
            code: 'duplicate',
            message: `There is another template of the kind ${kinds[doubled]}`,
          },
        ]),
    ...(primaryKind === undefined || kinds.includes(primaryKind)
      ? []
      : [{ path: 'primaryKind', code: 'no_template', message: 'No template has this kind' }]),
  ]
}

/** The hosts and names of a site, which the policy needs to judge a text. */
type LintContext = Parameters<typeof lintErrors>[1]

interface Written {
  templates: readonly StoredTemplate[]
  questions: readonly string[]
}

/**
 * Throws VALIDATION_FAILED where there are any problems in words; a text that the policy refuses has the code
 * `PROMPT_POLICY` and the `rule`.
 */
export function refuseWords(fields: readonly FieldError[]): void {
  const isPolicy = fields.some(({ code }) => code === 'PROMPT_POLICY')
  refuse(isPolicy ? 'The prompt policy refuses a text' : 'Invalid input', fields)
}

/** Finds texts that the policy refuses, and templates that cannot be parsed. */
export function policyProblems({ templates, questions }: Written, site: LintContext): FieldError[] {
  return [
    ...templates.flatMap((template, i) => [
      ...templateProblems(template, `templates[${i}].template`),
      ...textProblems(template.label, `templates[${i}].label`, site),
    ]),
    ...questions.flatMap((question, i) => textProblems(question, `questions[${i}]`, site)),
  ]
}

/**
 * Returns the errors in a template's own words; an error that only the page's words cause needs a review, not a
 * refusal.
 */
function templateProblems({ findings }: StoredTemplate, path: string): FieldError[] {
  const errors = findings.filter(
    (finding) => finding.level === 'error' && finding.in === 'template',
  )
  return onceEach(errors).map(([ruleId, message]) => problem(path, ruleId, message))
}

/** Throws VALIDATION_FAILED when a prompt may not be shown, also because of words that its page puts into it. */
export function assertCanActivate(templates: readonly StoredTemplate[]): void {
  refuse(
    'A prompt that the policy refuses cannot be active',
    templates.flatMap(({ kind, findings }) =>
      onceEach(findings.filter(({ level }) => level === 'error')).map(([ruleId, message]) =>
        problem('state', ruleId, `${kind}: ${message}`),
      ),
    ),
  )
}

const textProblems = (text: string, path: string, site: LintContext): FieldError[] =>
  onceEach(lintErrors(text, site)).map(([ruleId, message]) => problem(path, ruleId, message))

/** Makes the error of a field, with the rule of the policy, or with a code where the template is malformed. */
const problem = (path: string, ruleId: string, message: string): FieldError =>
  ruleId.startsWith('AAP-')
    ? { path, code: 'PROMPT_POLICY', rule: ruleId, message }
    : { path, code: ruleId, message }

const onceEach = (findings: readonly { ruleId: string; message: string }[]): [string, string][] => [
  ...new Map(findings.map(({ ruleId, message }) => [ruleId, message])),
]

function refuse(message: string, fields: readonly FieldError[]): void {
  if (fields.length > 0) throw new ServiceError('VALIDATION_FAILED', message, { fields })
}
