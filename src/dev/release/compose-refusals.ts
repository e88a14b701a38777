import { parse } from 'yaml'
import { HEALTH_ROUTES } from '../../http/health.ts'
import { readDockerfile, instructionTexts } from './dockerfile.ts'
import { readText } from './project-files.ts'

interface Service {
  ports?: string[]
  volumes?: string[]
  healthcheck?: { test?: string[] }
  user?: string
}

/** Lists where compose.yaml runs another image than the Dockerfile makes. */
export function composeRefusals(root: string): string[] {
  // @NOTE what is not of this form is refused below.
  const { services = {} } = parse(readText(root, 'compose.yaml')) as {
    services?: Record<string, Service>
  }
  const last = readDockerfile(readText(root, 'Dockerfile')).at(-1)
  const [volume = ''] = last ? instructionTexts(last, 'VOLUME') : []
  const [port = ''] = last ? instructionTexts(last, 'EXPOSE') : []
  return Object.entries(services).flatMap(([name, service]) => {
    const refusals: string[] = []
    if (!service.ports?.every((one) => one.endsWith(`:${port}`))) {
      refusals.push(`a port does not lead to ${port}, which the image exposes`)
    }
    if (!service.volumes?.some((one) => one.endsWith(`:${volume}`))) {
      refusals.push(`nothing is mounted at ${volume}, the volume of the image`)
    }
    const test = service.healthcheck?.test?.join(' ') ?? ''
    if (!HEALTH_ROUTES.some((route) => test.includes(`:${port}${route}'`))) {
      refusals.push(`the healthcheck asks for none of ${HEALTH_ROUTES.join(', ')} at ${port}`)
    }
    return refusals.map((refusal) => `compose.yaml: ${name}: ${refusal}`)
  })
}
