import { markOf } from '../../domain/widget/target-marks.ts'
import { findTarget, TARGET_REGISTRY, workingLink } from '../../protocol/targets/registry.ts'
import type { AskTarget } from '../../protocol/targets/ask-target.ts'
import { readLinkTemplate } from '../../protocol/targets/link-template.ts'

/**
 * Returns the assistants that a page offers, in their order: those that its rules name, otherwise the defaults of the
 * registry.
 */
export function shownTargets(named: readonly string[] | null) {
  const ids = named ?? TARGET_REGISTRY.defaults ?? []
  return ids.flatMap((id, order) => {
    const target = findTarget(id)
    return target === undefined ? [] : [shown(target, order)]
  })
}

function shown(target: AskTarget, order: number) {
  const { id, name: label, home } = target
  const link = workingLink(target)
  const template = link && readLinkTemplate(link.template)
  const common = { id, label, icon: markOf(id), home, enabled: true, order }
  if (!link || !template) {
    const none = {
      urlTemplate: null,
      before: null,
      after: '',
      maxUrlBytes: 0,
      submits: 'never',
      mobile: 'unknown',
    }
    return { ...common, strategy: 'copy' as const, ...none }
  }
  return {
    ...common,
    strategy: 'link' as const,
    urlTemplate: link.template,
    before: template.before,
    after: template.after,
    maxUrlBytes: link.maxUrlLength ?? TARGET_REGISTRY.maxUrlLength,
    submits: link.submits,
    mobile: link.mobile ?? 'unknown',
  }
}
