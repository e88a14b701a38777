import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { imageNode } from './image-refusals.ts'
import { readPackageManifest, readText } from './project-files.ts'

interface Step {
  run?: string
  with?: { 'node-version'?: string | number }
}

interface Job {
  'timeout-minutes'?: number
  strategy?: { matrix?: { node?: number[] } }
  steps?: Step[]
}

interface Workflow {
  permissions?: unknown
  jobs: Record<string, Job>
}

const FOLDER = '.github/workflows'

/** An action by its commit, with the version that the commit is. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}\s+# v\d+\.\d+\.\d+$/

/**
 * Lists where a workflow runs what is not there, trusts what may change, or tests other versions of Node than
 * promised.
 */
export function workflowRefusals(root: string): string[] {
  const names = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.yml'))
  return [
    ...names.flatMap((name) => fileRefusals(root, `${FOLDER}/${name}`)),
    ...nodeRefusals(root),
  ]
}

function fileRefusals(root: string, path: string): string[] {
  const text = readText(root, path)
  const { permissions, jobs } = readWorkflow(root, path)
  const refusals = [...text.matchAll(/^[\s-]*uses:\s*(.*)$/gm)].flatMap(([, action = '']) =>
    PINNED.test(action) ? [] : [`${action} is not pinned, as in owner/name@<commit> # v1.2.3`],
  )
  if (JSON.stringify(permissions) !== '{"contents":"read"}') {
    refusals.push('permissions must be "contents: read", and more only for a job')
  }
  for (const [name, job] of Object.entries(jobs)) {
    if (job['timeout-minutes'] === undefined) refusals.push(`${name} has no timeout-minutes`)
    refusals.push(...(job.steps ?? []).flatMap(({ run = '' }) => commandRefusals(root, run)))
  }
  return refusals.map((refusal) => `${path}: ${refusal}`)
}

/** Lists scripts of package.json and files of the repository that a step runs and that are not there. */
function commandRefusals(root: string, run: string): string[] {
  const { scripts } = readPackageManifest(root)
  const wanted = [...run.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script)
  const files = [...run.matchAll(/^(\.\S+)/gm)].map(([, file = '']) => file)
  return [
    ...wanted.filter((one) => !(one in scripts)).map((one) => `package.json has no script ${one}`),
    ...files.filter((one) => !existsSync(join(root, one))).map((one) => `there is no ${one}`),
  ]
}

/** Compares Node as package.json and the README promise it, as CI tests it, and as the image has it. */
function nodeRefusals(root: string): string[] {
  const oldest = readPackageManifest(root).engines.node.replace('>=', '')
  const workflow = readWorkflow(root, `${FOLDER}/ci.yml`)
  const tested = Object.values(workflow.jobs).flatMap((job) => job.strategy?.matrix?.node ?? [])
  const [first, newest] = [Math.min(...tested), Math.max(...tested)]
  const refusals: string[] = []
  if (first !== Number.parseInt(oldest, 10)) {
    refusals.push(`package.json promises Node ${oldest}, and the oldest that CI tests is ${first}`)
  }
  if (!readText(root, 'README.md').includes(`Node ${oldest} or newer`)) {
    refusals.push(`README.md does not say "Node ${oldest} or newer", as package.json does`)
  }
  if (Number.parseInt(imageNode(root), 10) !== newest) {
    refusals.push(
      `the image has Node ${imageNode(root)}, and the newest that CI tests is ${newest}`,
    )
  }
  return refusals
}

/** @NOTE what is not of this form makes the check fail where it reads it. */
const readWorkflow = (root: string, path: string): Workflow =>
  parse(readText(root, path)) as Workflow
