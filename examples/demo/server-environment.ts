import { WEB_ADDRESS } from './web-site.ts'

/** Returns the environment of the demo's server and commands, free of the caller's own settings of the service. */
export function serverEnvironment(
  callers: NodeJS.ProcessEnv,
  directory: string,
): NodeJS.ProcessEnv {
  // The language model is left out, because the demo works without a network.
  const { LLM_URL: _, ...inherited } = callers
  return {
    ...inherited,
    ENV_FILE: 'none',
    DATABASE_URL: `sqlite:${directory}/citable.db`,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    // The site is on this machine, and nothing else of it or of its network is to be scanned.
    ALLOW_PRIVATE_NETWORKS: WEB_ADDRESS,
    // Engines of others are not asked; one that invents its answers shows what a run is.
    CITATIONS_FAKE: 'demo',
  }
}
