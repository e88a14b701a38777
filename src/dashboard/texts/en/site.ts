export const SITE_EN = {
  site: {
    title: 'Site',
    reading: 'Reading',
    neverRead: 'It was not read yet.',
    readAgain: 'Read it again',
    states: {
      queued: 'Waiting for its turn',
      running: 'Being read',
      succeeded: 'Read',
      partial: 'Read in part',
      failed: 'Not read',
      canceled: 'Stopped',
    },
    broken: 'The connection broke; it is tried again.',
    found: 'Found',
    read: 'Read',
    leftOut: 'Left out',
    failed: 'Could not be read',
    prompts: 'Prompts written',
    score: 'How well AI can use the start page',
    of100: 'of 100',
    noScore: 'The score comes with the first reading.',
    nothingToMend: 'Nothing to mend.',
    tag: 'The tag for your pages',
    installed: {
      not_installed:
        'The tag was not seen yet. Paste it into every page, before the end of the body.',
      installed: 'The tag is on your pages.',
      stale: 'The tag was not seen for two weeks. Look whether it is still there.',
    },
    check: 'Check again',
  },
}
