import { ENGINE_SETTINGS } from '../server/engine-settings.ts'

/** The settings of engines in the environment of the tests, which other tests do not look at. */
export const givenEngineSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(ENGINE_SETTINGS).flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )
