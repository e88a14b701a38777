import type { SITES_EN } from '../en/sites.ts'

export const SITES_DE: typeof SITES_EN = {
  sites: {
    title: 'Alle Websites',
    site: 'Website',
    lastScan: 'Zuletzt gelesen',
    never: 'nie',
    emptyTitle: 'Noch keine Website',
    empty: 'Füge die Website hinzu, über die Menschen die KI fragen.',
    add: 'Website hinzufügen',
    address: 'Adresse deiner Website',
    addressNote:
      'Citable liest die Seiten wie eine Suchmaschine, hält sich an robots.txt und ändert nichts. Tage zählen in der Zeitzone dieses Browsers.',
    read: 'Website lesen',
  },
}
