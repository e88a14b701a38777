import type { SITES_EN } from '../en/sites.ts'

export const SITES_DE: typeof SITES_EN = {
  sites: {
    title: 'Alle Websites',
    of: (name) => `von ${name}`,
    site: 'Website',
    clicks: 'KI-Klicks',
    against: 'Gegen vorher',
    spark: '28 Tage, jede für sich',
    score: 'Wertung',
    lastScan: 'Zuletzt gelesen',
    next: 'Als Nächstes',
    never: 'nie',
    failed: 'fehlgeschlagen',
    lead: (clicks, sites) => `${clicks} KI-Klicks in 28 Tagen auf ${sites}.`,
    count: (count) => (count === 1 ? 'einer Website' : `${count} Websites`),
    moved: (up, down) =>
      [up && `Mehr: ${up}`, down && `weniger: ${down}`].filter(Boolean).join(', '),
    needs: (count) =>
      count === 1 ? 'Eine Website braucht dich.' : `${count} Websites brauchen dich.`,
    note: (days) => `${days}. Jede Website zählt ihre eigenen Tage.`,
    sortBy: (name) => `Nach ${name} ordnen`,
    todo: {
      tagBack: 'Wieder einbauen',
      scanAgain: 'Warum sie nicht gelesen wurde',
      score: 'Startseite verbessern',
    },
    more: 'Weitere Websites',
    emptyTitle: 'Noch keine Website',
    empty: 'Füge die Website hinzu, nach der Leute KI fragen.',
    add: 'Website hinzufügen',
    address: 'Adresse deiner Website',
    addressNote:
      'Citable liest die Seiten wie eine Suchmaschine, hält sich an robots.txt und ändert nichts.',
    read: 'Website lesen',
  },
}
