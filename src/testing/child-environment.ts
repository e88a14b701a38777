/**
 * `faketime` tells a process its date by these, and a system its place: a child must not live elsewhere than its
 * test.
 */
const TIME_AND_PLACE = /^(?:LD_PRELOAD|FAKETIME\w*|TZ|LANG)$/

/** The environment that a server or a command gets of its test: where programs are, the date, and the place. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { env } = process
  const inherited = Object.entries(env).filter(([name]) => TIME_AND_PLACE.test(name))
  // The settings of whoever works on the sources are not for tests.
  return { PATH: env['PATH'], ENV_FILE: 'none', ...Object.fromEntries(inherited) }
}
