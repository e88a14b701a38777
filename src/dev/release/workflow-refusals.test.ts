import { describe, expect, it } from 'vitest'
import { ReleaseFolder } from '../../testing/release-folder.ts'
import { imageNode } from './image-refusals.ts'
import { workflowRefusals } from './workflow-refusals.ts'

const CI = '.github/workflows/ci.yml'

it('the workflows of this repository are let through', () => {
  expect(workflowRefusals(process.cwd())).toEqual([])
})

describe('a faulty workflow', () => {
  it.each([
    [
      'with an action of any version',
      CI,
      '      - run: .ci/run',
      '      - uses: actions/cache@v5',
      `${CI}: actions/cache@v5 is not pinned, as in owner/name@<commit> # v1.2.3`,
    ],
    [
      'with rights that they do not need',
      CI,
      'contents: read',
      'contents: write',
      `${CI}: permissions must be "contents: read", and more only for a job`,
    ],
    [
      'with a job that never ends',
      CI,
      '    timeout-minutes: 45\n',
      '',
      `${CI}: check has no timeout-minutes`,
    ],
    ['with a file that is not there', CI, '.ci/run', '.ci/runs', `${CI}: there is no .ci/runs`],
    [
      'with a script that is not there',
      CI,
      '.ci/run',
      'npm run tests',
      `${CI}: package.json has no script tests`,
    ],
    [
      'that do not test the oldest Node that is promised',
      CI,
      '[20, 22, 24]',
      '[22, 24]',
      'package.json promises Node 20.19, and the oldest that CI tests is 22',
    ],
    [
      'that test a newer Node than the image has',
      CI,
      '[20, 22, 24]',
      '[20, 22, 24, 26]',
      `the image has Node ${imageNode(process.cwd())}, and the newest that CI tests is 26`,
    ],
    [
      'where the README promises another Node',
      'README.md',
      'Node 20.19 or newer',
      'Node 18 or newer',
      'README.md does not say "Node 20.19 or newer", as package.json does',
    ],
  ])('is refused: %s', (_fault, path, before, after, refusal) => {
    using release = new ReleaseFolder()
    release.replace(path, before, after)
    expect(workflowRefusals(release.path)).toEqual([refusal])
  })
})
