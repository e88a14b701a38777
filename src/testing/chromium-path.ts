/** The Chromium that tests of the browser use: Debian's, or the one that the environment names. */
export const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
