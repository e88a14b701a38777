/**
 * `faketime` gives a process its date by these variables, and a system gives it its place: a child must have the date
 * and the place of its test.
 */
const TIME_AND_PLACE = /^(?:LD_PRELOAD|FAKETIME\w*|TZ|LANG)$/

/** Returns the environment that a test gives to a server or a command: where programs are, the date, and the place. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { env } = process
  const inherited = Object.entries(env).filter(([name]) => TIME_AND_PLACE.test(name))
  // The settings of the developer's own machine are not for tests.
  return { PATH: env['PATH'], ENV_FILE: 'none', ...Object.fromEntries(inherited) }
}
