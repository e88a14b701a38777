import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HEALTH_ROUTES } from '../../http/health.ts'
import { execForm, readDockerfile, instructionTexts, type Stage } from './dockerfile.ts'
import { readText } from './project-files.ts'

/** A release pins its image to three numbers and the variant of the system. */
const PINNED = /^[\w./-]+:\d+\.\d+\.\d+[\w.-]*(?:@sha256:[0-9a-f]{64})?$/

/** Lists where the Dockerfile names what is not there, or makes an image that runs otherwise than the documents say. */
export function imageRefusals(root: string): string[] {
  const stages = readDockerfile(readText(root, 'Dockerfile'))
  const last = stages.at(-1)
  if (!last) return ['Dockerfile: has no stage']
  return [
    ...pinRefusals(stages),
    ...stages.flatMap((stage) => copyRefusals(root, stages, stage)),
    ...runRefusals(last),
    ...healthRefusals(last),
  ].map((refusal) => `Dockerfile: ${refusal}`)
}

/** The version of Node that every stage of the Dockerfile begins with; the first one's where they differ. */
export const imageNode = (root: string): string =>
  /node:([\d.]+)/.exec(readDockerfile(readText(root, 'Dockerfile'))[0]?.image ?? '')?.[1] ?? ''

function pinRefusals(stages: readonly Stage[]): string[] {
  const loose = stages.filter(({ image }) => !PINNED.test(image))
  const images = new Set(stages.map(({ image }) => image))
  return [
    ...loose.map(({ image }) => `${image} is not pinned, as in node:1.2.3-slim`),
    ...(images.size > 1 ? [`its stages differ: ${[...images].join(', ')}`] : []),
  ]
}

/** Sources that are copied must exist and be let through by .dockerignore; a copy from a stage needs that stage. */
function copyRefusals(root: string, stages: readonly Stage[], stage: Stage): string[] {
  const allowed = readText(root, '.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  return instructionTexts(stage, 'COPY').flatMap((text) => {
    const from = /^--from=(\S+)/.exec(text)?.[1]
    if (from !== undefined) {
      return stages.some(({ alias }) => alias === from) ? [] : [`there is no stage ${from}`]
    }
    const sources = text.split(/\s+/).slice(0, -1)
    return sources.flatMap((source) => {
      if (!existsSync(join(root, source))) return [`COPY ${source}: there is no such file`]
      const isIn = allowed.some((path) => source === path || source.startsWith(`${path}/`))
      return isIn ? [] : [`COPY ${source}: .dockerignore leaves it out`]
    })
  })
}

function runRefusals(stage: Stage): string[] {
  const refusals: string[] = []
  const user = instructionTexts(stage, 'USER').at(-1) ?? 'root'
  if (/^(?:root|0)(?::|$)/.test(user)) refusals.push('runs as root: it needs a USER')
  if (!instructionTexts(stage, 'VOLUME').includes('/data')) refusals.push('has no VOLUME /data')
  if (!instructionTexts(stage, 'ENV').join(' ').includes('DATABASE_URL=sqlite:/data/')) {
    refusals.push('DATABASE_URL is not on the volume')
  }
  const words = execForm(instructionTexts(stage, 'CMD').at(-1) ?? '')
  if (words?.join(' ') !== 'node dist/main.js') {
    refusals.push(
      'CMD must be ["node", "dist/main.js"]: a shell, or npm, would stand between it and SIGTERM',
    )
  }
  return refusals
}

function healthRefusals(stage: Stage): string[] {
  const [, command = ''] =
    /\bCMD\s+(.*)$/.exec(instructionTexts(stage, 'HEALTHCHECK').at(-1) ?? '') ?? []
  const words = execForm(command)
  if (!words) return ['has no HEALTHCHECK in exec form']
  const isServed = HEALTH_ROUTES.some((route) => words.join(' ').includes(`${route}'`))
  return isServed ? [] : [`HEALTHCHECK asks for none of ${HEALTH_ROUTES.join(', ')}`]
}
