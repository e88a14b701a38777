import { join } from 'node:path'
import { staleFiles } from './docs.ts'
import { bundleRefusals } from './release/bundle-refusals.ts'
import { composeRefusals } from './release/compose-refusals.ts'
import { imageRefusals } from './release/image-refusals.ts'
import { versionRefusals } from './release/version-refusals.ts'
import { workTreeRefusals } from './release/work-tree-refusals.ts'
import { workflowRefusals } from './release/workflow-refusals.ts'
import { yamlRefusals } from './release/yaml-refusals.ts'

/**
 * Why what is in a folder must not be released, a line each; none where it may. `tag` is the one that it is released
 * under.
 */
export function releaseRefusals(root: string, tag?: string): string[] {
  return [
    ...workTreeRefusals(root, tag),
    ...versionRefusals(root, tag),
    ...staleFiles(root).map((path) => `${path} is out of date: run npm run docs`),
    ...bundleRefusals(root),
    ...imageRefusals(root),
    ...deploymentRefusals(root),
  ]
}

/** A file that cannot be read is refused for that alone. */
function deploymentRefusals(root: string): string[] {
  const unreadable = yamlRefusals(root)
  return unreadable.length > 0 ? unreadable : [...composeRefusals(root), ...workflowRefusals(root)]
}

/** `npm run release:check [-- v1.2.3]`. */
function main(): void {
  const refusals = releaseRefusals(join(import.meta.dirname, '../..'), process.argv[2])
  for (const refusal of refusals) process.stderr.write(`${refusal}\n`)
  if (refusals.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) main()
