import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { staleFiles } from './docs.ts'
import { bundleRefusals } from './release/bundle-refusals.ts'
import { composeRefusals } from './release/compose-refusals.ts'
import { imageRefusals } from './release/image-refusals.ts'
import { readText } from './release/project-files.ts'
import { versionRefusals } from './release/version-refusals.ts'
import { workflowRefusals } from './release/workflow-refusals.ts'

/**
 * Lists why the contents of a folder must not be released, a line each; the list is empty where they may. `tag` is the
 * tag of the release.
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

/** Lists what is not in the commit that is released, and a tag that is at another commit. */
function workTreeRefusals(root: string, tag?: string): string[] {
  const changes = git(root, 'status', '--porcelain').split('\n').filter(Boolean)
  const refusals = changes.map((line) => `the working tree is not clean: ${line.trim()}`)
  if (tag !== undefined && git(root, 'tag', '--list', tag) !== '') {
    const tagged = git(root, 'rev-parse', `${tag}^{commit}`)
    const head = git(root, 'rev-parse', 'HEAD')
    if (tagged !== head) refusals.push(`tag ${tag} is at ${tagged}, and what is here at ${head}`)
  }
  return refusals
}

function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`, { cause: error })
  return stdout.trimEnd()
}

/** Lists files that GitHub and Docker read as YAML and would not understand. */
function yamlRefusals(root: string): string[] {
  const names = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  return [...names.map((name) => `.github/${name}`), 'compose.yaml']
    .filter((path) => /\.ya?ml$/.test(path) && existsSync(join(root, path)))
    .flatMap((path) =>
      parseDocument(readText(root, path)).errors.map(
        ({ message }) => `${path}: ${message.split('\n', 1)[0] ?? ''}`,
      ),
    )
}

/** `npm run release:check [-- v1.2.3]`. */
function main(): void {
  const refusals = releaseRefusals(join(import.meta.dirname, '../..'), process.argv[2])
  for (const refusal of refusals) process.stderr.write(`${refusal}\n`)
  if (refusals.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) main()
