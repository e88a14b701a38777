import { expect, it } from 'vitest'
import { categoryOfHost } from './category-of-host.ts'

it('tells the category of a host by its list or suffix, and none otherwise', () => {
  const hosts = {
    'old.reddit.com': 'ugc',
    'en.wikipedia.org': 'reference',
    'm.youtube.com': 'video',
    'amazon.co.uk': 'commerce',
    'bbc.co.uk': 'news',
    'nasa.gov': 'gov_edu',
    'cs.stanford.edu': 'gov_edu',
    'ox.ac.uk': 'gov_edu',
    'gov.uk': 'gov_edu',
    'meti.go.jp': 'gov_edu',
    'pubmed.ncbi.nlm.nih.gov': 'reference',
    'notreddit.com': 'other',
    'reddit.com.evil.io': 'other',
    'x.ac.de': 'other',
    'gov.example.com': 'other',
    education: 'other',
    // Longer than the DNS holds.
    [`${'x.'.repeat(122)}reddit.com`]: 'other',
  }
  const told = Object.keys(hosts).map((host) => [host, categoryOfHost(host)])
  expect(Object.fromEntries(told)).toEqual(hosts)
})
