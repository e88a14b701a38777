/** By them `faketime` tells a process which date it is, and a system where it is: a child must not live elsewhere than its test. */
const TIME_AND_PLACE = /^(?:LD_PRELOAD|FAKETIME\w*|TZ|LANG)$/

/** What the process of a server or a command gets of its test's environment: where programs are, the date, and the place. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { env } = process
  const inherited = Object.entries(env).filter(([name]) => TIME_AND_PLACE.test(name))
  // The settings of whoever works on the sources are not for tests.
  return { PATH: env['PATH'], ENV_FILE: 'none', ...Object.fromEntries(inherited) }
}
