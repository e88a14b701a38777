export const FRAME_EN = {
  more: 'Show more',
  loading: 'Loading',
  roles: { owner: 'owner', admin: 'admin', editor: 'editor', viewer: 'viewer' } as Record<
    string,
    string
  >,
  nav: {
    label: 'Pages of Citable',
    skip: 'Skip to the page',
    menu: 'Menu',
    sites: 'All sites',
    citations: 'Citations',
    overview: 'Overview',
    account: 'Your account',
    noCookie:
      'This browser keeps no cookie of this server, so you are signed in only until this page is closed or loaded again.',
    insecure:
      'This connection is not encrypted, so you are signed in only until this page is closed or loaded again. The address of this server is',
  },
  app: {
    missing: 'No such page',
    missingLead: 'This address leads nowhere. It may have been cut off.',
    stale: 'The server has a newer version of this page, or cannot be reached.',
    reload: 'Load the page again',
  },
  fault: {
    unreachable: 'The server cannot be reached',
    connection: 'Nothing was changed as far as we know. Check your connection.',
    strange: 'Something between this page and the server answered in its place.',
    forbidden: 'You may not do this',
    missing: 'This is not there',
    tooOften: 'Too many requests',
    server: 'The server failed',
    refused: 'This did not work',
    scopes: (names: string) => `It takes ${names}.`,
    request: 'Request',
    again: 'Try again',
    againIn: (seconds: number) => `Try again in ${seconds} s`,
  },
  copy: {
    button: 'Copy',
    done: 'Copied',
    marked: 'Marked: copy it with your keys',
  },
}
