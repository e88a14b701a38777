import { describe, expect, it } from 'vitest'
import { ReleaseFolder } from '../../testing/release-folder.ts'
import { readDockerfile } from './dockerfile.ts'
import { imageRefusals } from './image-refusals.ts'
import { readText } from './project-files.ts'

// The version changes with each release of Node.
const IMAGE = readDockerfile(readText(process.cwd(), 'Dockerfile'))[0]?.image ?? ''

it('the Dockerfile of this repository is let through', () => {
  expect(imageRefusals(process.cwd())).toEqual([])
})

describe('a faulty Dockerfile', () => {
  it.each([
    [
      'with a base of any version',
      `FROM ${IMAGE}`,
      'FROM node:24-slim',
      'node:24-slim is not pinned, as in node:1.2.3-slim',
    ],
    [
      'with bases that differ',
      `FROM ${IMAGE}\n`,
      'FROM node:22.1.0-slim\n',
      `its stages differ: ${IMAGE}, node:22.1.0-slim`,
    ],
    ['that copies what is not there', 'COPY db', 'COPY bd', 'COPY bd: there is no such file'],
    [
      'that copies what does not reach the build',
      'COPY db',
      'COPY data',
      'COPY data: .dockerignore leaves it out',
    ],
    ['that copies from no stage', '--from=packages', '--from=parcels', 'there is no stage parcels'],
    ['that stays root', 'USER node\n', '', 'runs as root: it needs a USER'],
    ['that becomes root again', 'USER node\n', 'USER 0:0\n', 'runs as root: it needs a USER'],
    ['that keeps no data', 'VOLUME /data\n', '', 'has no VOLUME /data'],
    [
      'that keeps data elsewhere',
      'sqlite:/data/',
      'sqlite:/app/',
      'DATABASE_URL is not on the volume',
    ],
    [
      'with a shell before the server',
      'CMD ["node", "dist/main.js"]',
      'CMD node dist/main.js',
      'CMD must be ["node", "dist/main.js"]: a shell, or npm, would stand between it and SIGTERM',
    ],
    [
      'with a health check in a shell',
      'CMD ["node", "-e", "',
      'CMD node -e "',
      'has no HEALTHCHECK in exec form',
    ],
    [
      'with a health check of no route',
      '/readyz',
      '/ready',
      'HEALTHCHECK asks for none of /healthz, /readyz',
    ],
  ])('is refused: %s', (_fault, before, after, refusal) => {
    using release = new ReleaseFolder()
    release.replace('Dockerfile', before, after)
    expect(imageRefusals(release.path)).toContain(`Dockerfile: ${refusal}`)
  })
})
