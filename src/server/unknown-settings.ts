import { didYouMean, editDistance } from '../lib/text/did-you-mean.ts'

/** A name that is not a setting, and the setting that it probably means; never the value. */
export interface UnknownSetting {
  name: string
  meant: string | undefined
  /** The path of the file that has the name; undefined for the environment of the process. */
  file: string | undefined
}

interface Given {
  known: readonly string[]
  environment: readonly string[]
  inFile: readonly string[]
  file: string | undefined
}

const MOST_EDITS = 2

/**
 * Finds names that are no settings but were probably meant as such. In the file of this service, these are all unknown
 * names. The environment of a process serves others too, so only a name there that is nearly a setting counts.
 */
export function findUnknownSettings({ known, environment, inFile, file }: Given): UnknownSetting[] {
  const fromFile = inFile
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: nearly(name, known) ?? didYouMean(name, known), file }))
  const fromProcess = environment
    .filter((name) => !known.includes(name) && !inFile.includes(name))
    .flatMap((name) => {
      const meant = nearly(name, known)
      return meant === undefined ? [] : [{ name, meant, file: undefined }]
    })
  return [...fromFile, ...fromProcess]
}

/**
 * Finds the setting that is nearest to a name and differs from it in two characters at most, or in one for short
 * names: HOME is not HOST.
 */
function nearly(name: string, known: readonly string[]): string | undefined {
  const rated = known
    .filter(({ length }) => Math.abs(length - name.length) <= MOST_EDITS)
    .map((setting) => ({ setting, edits: editDistance(name.toUpperCase(), setting) }))
    .filter(({ setting, edits }) => edits <= Math.min(MOST_EDITS, Math.floor(setting.length / 4)))
  return rated.toSorted((a, b) => a.edits - b.edits)[0]?.setting
}
