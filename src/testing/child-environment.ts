/** By them `faketime` tells a process which date it is; a child must not live in another year than its test. */
const FAKED_TIME = /^(?:LD_PRELOAD|FAKETIME\w*)$/

/** What the process of a server or a command gets of its test's environment: where programs are, and the date. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { env } = process
  const faked = Object.entries(env).filter(([name]) => FAKED_TIME.test(name))
  // The settings of whoever works on the sources are not for tests.
  return { PATH: env['PATH'], ENV_FILE: 'none', ...Object.fromEntries(faked) }
}
