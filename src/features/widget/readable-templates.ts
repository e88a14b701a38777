import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'

/** The parts of a stored template that readers see. */
export interface TemplateForReaders {
  kind: PromptKind
  label: string
  /** The whole prompt, with its source and the request to cite it. */
  resolved: string
}

type Stored = TemplateForReaders & { findings: readonly { level: 'error' | 'warning' }[] }

/** Reads the templates of a stored prompt that readers may see: those without an error. */
export function readableTemplates(column: string | null): TemplateForReaders[] {
  // @NOTE the column is written by the service alone, from templates of this form.
  const templates = JSON.parse(column ?? '[]') as Stored[]
  return templates.filter(({ findings }) => findings.every(({ level }) => level !== 'error'))
}
