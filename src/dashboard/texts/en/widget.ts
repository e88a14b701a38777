export const WIDGET_EN = {
  widget: {
    title: 'Widget',
    lead: {
      not_installed: 'The widget was not seen on your pages yet.',
      installed: 'The widget is on your pages.',
      stale: 'The widget was not seen for two weeks.',
    },
    note: 'It gives readers the buttons “Ask ChatGPT”, “Ask Claude” and others, and counts presses.',
    firstSeen: 'First seen',
    lastSeen: 'last seen',
    tag: 'The tag for your pages',
    paste: 'Paste this into every page, in the head or before the end of the body, once a page.',
    tagLabel: 'The tag',
    check: 'Check again',
    looked: 'Looked again just now.',
    waiting: 'Not seen yet. The first reader shows it by itself, too.',
    seen: 'Seen on your pages.',
    stale: 'Not seen for two weeks. Look whether the tag is still there.',
    inTheWay: 'What stands in the way',
    nothingKnown:
      'Nothing that Citable knows of. What a browser sees on a page, this command says:',
    paused: 'The site is paused, so that nothing is counted.',
    off: 'The widget is switched off in the settings of the site, so that it shows nowhere.',
    noPlace: (without: string, pages: string) =>
      `On ${without} of ${pages} pages nothing matches the place that is chosen for it, so that it does not show.`,
    place: 'The place',
    such: 'such as',
    unread: 'The site was not read, so that nobody knows whether its pages can be reached.',
    commandNote:
      'It looks at one page as the server sends it, and names what keeps the tag from running.',
    command: 'The command that checks a page',
    csp: 'Where a Content-Security-Policy stands before the pages',
    cspNote:
      'A page with a policy needs this server in two directives, and nothing else. Where script-src has a nonce and strict-dynamic, give the tag the nonce of the page.',
    cspLabel: 'Lines for the policy',
    ways: 'Ways to install it',
    way: 'Your pages are made with',
    recipe: 'What to paste',
    where: 'It belongs into',
    hints: {
      html: 'The template that all pages share.',
      wordpress:
        'A child theme or a plugin of yours: the script is enqueued, and a filter adds the id of the site.',
      nextjs: 'A plain script element, which stands in the page that the server sends.',
      docusaurus: 'One more entry of scripts.',
      astro:
        'The layout that all pages share; is:inline keeps Astro from bundling a script that it does not have.',
      shopify:
        'Online Store, Themes, Edit code. A custom pixel is no place for it, and neither is the checkout.',
      wix: 'Settings, Custom Code, all pages, the head. The element Embed HTML is no place for it.',
    },
    pinned: 'A tag that the browser checks',
    pinnedNote:
      'The widget as it is today, under a name of its contents: a browser runs nothing else under this tag, and it is never updated. Take the tag again after an update of the server.',
    pinnedLabel: 'The pinned tag',
    tagManager:
      'A tag manager works, too: it adds the same tag, which then only a browser sees, and this server at the first reader.',
  },
}
