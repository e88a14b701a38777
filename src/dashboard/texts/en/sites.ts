export const SITES_EN = {
  sites: {
    title: 'All sites',
    site: 'Site',
    lastScan: 'Last scan',
    never: 'never',
    emptyTitle: 'No site yet',
    empty: 'Add the site that people ask AI about.',
    add: 'Add a site',
    address: 'Address of your site',
    addressNote:
      'Citable reads its pages as search engines do, keeps to its robots.txt, and changes nothing. Days are counted in the time zone of this browser.',
    read: 'Read my site',
  },
}
