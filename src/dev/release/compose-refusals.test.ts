import { describe, expect, it } from 'vitest'
import { ReleaseFolder } from '../../testing/release-folder.ts'
import { composeRefusals } from './compose-refusals.ts'

it('the compose.yaml of this repository is let through', () => {
  expect(composeRefusals(process.cwd())).toEqual([])
})

describe('a faulty compose.yaml', () => {
  it.each([
    [
      'with another port',
      ':8700:8700',
      ':8700:80',
      'a port does not lead to 8700, which the image exposes',
    ],
    [
      'with another volume',
      'data:/data',
      'data:/app/data',
      'nothing is mounted at /data, the volume of the image',
    ],
    [
      'with a health check of no route',
      '/readyz',
      '/ready',
      'the healthcheck asks for none of /healthz, /readyz at 8700',
    ],
  ])('is refused: %s', (_fault, before, after, refusal) => {
    using release = new ReleaseFolder()
    release.replace('compose.yaml', before, after)
    expect(composeRefusals(release.path)).toEqual([`compose.yaml: citable: ${refusal}`])
  })
})
