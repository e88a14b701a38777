export const FIRST_RUN_EN = {
  firstRun: {
    steps: 'Steps',
    names: ['You', 'Your site', 'Reading', 'Mending', 'Connecting'],
    siteTitle: 'Which site do people ask AI about?',
    notNow: 'Not now',
    cannotAdd: 'Only an editor, an admin or the owner may add a site.',
    days: (zone: string) => `Days are counted in ${zone}.`,
    questions: {
      full: 'Readers’ questions are kept, without names and numbers of people.',
      topic_only: 'Of readers’ questions their topics alone are kept.',
      off: 'Nothing is kept of readers’ questions.',
    },
    change: 'Change this',
    zone: 'Time zone',
    keep: 'What is kept of readers’ questions',
    keeps: { full: 'The questions, cleaned', topic_only: 'Topics alone', off: 'Nothing' },
    reading: 'Reading',
    readTitle: 'Read',
    mayClose: 'You may close this page; the server goes on and you find it here.',
    foundPages: 'Pages as they come',
    languages: (names: string) => `They are in ${names}.`,
    problems: 'What stands in the way',
    noProblems: 'Nothing so far.',
    toMending: 'What to mend first',
    notRead: 'Citable could not read the site',
    other: 'Another address',
    otherTitle: 'Take this site away?',
    otherText: 'Nothing was read of it. It goes, and you type another address.',
    otherButton: 'Take it away',
    keepIt: 'Leave it',
    mendingNext: (count: number) =>
      count === 0
        ? 'No check found anything to mend.'
        : count === 1
          ? 'This repair would bring the most.'
          : `These ${count} would bring the most, the largest first.`,
    checksGood: (good: number, all: number) => `${good} of ${all} checks found nothing.`,
    noScore: 'There is no score yet',
    noScoreLead: 'It comes when the site was read.',
    allRepairs: 'All that can be mended',
    tag: 'Put the widget on your pages',
    tagNote:
      'It gives readers the buttons “Ask ChatGPT”, “Ask Claude” and others, and counts presses.',
    moreWays: 'With WordPress, a tag manager, a strict policy, or a pinned version',
    connect: 'Connect an assistant',
    later: 'Later, show me the site',
    show: 'Show me the site',
    planTitle: 'Assistants are part of a larger plan',
    plan: (plan: string, wanted: string) =>
      `Assistants that ask for your numbers come with the plan ${wanted}; you have ${plan}. All else works: the pages here show the same numbers.`,
    plans: {
      free: 'Free',
      pro: 'Pro',
      business: 'Business',
      enterprise: 'Enterprise',
      self_hosted: 'Self-hosted',
    } as Record<string, string>,
    connectTitle: 'Ask your assistant about your readers',
    connectLead: 'It reads numbers, pages and rules, and changes nothing.',
    goOn: { reading: 'See it read', mending: 'Go on setting it up' },
  },
}
