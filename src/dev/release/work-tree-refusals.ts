import { spawnSync } from 'node:child_process'

/** Lists what is not in the commit that is released, and a tag that is at another one. */
export function workTreeRefusals(root: string, tag?: string): string[] {
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
