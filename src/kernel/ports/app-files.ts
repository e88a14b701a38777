/** The page for people as it is served. */
export interface AppFiles {
  /** The page itself, which names the files that it loads first. */
  index: Buffer
  /** The files that it loads, by names that tell what they hold. */
  files: ReadonlyMap<string, Buffer>
}

/** Every address below this one answers the same page, which shows what the address names. */
export const APP_PATH = '/app/'

/** The address of the files of the page. */
export const APP_FILES = `${APP_PATH}files/`
