import type { FRAME_EN } from '../en/frame.ts'

export const FRAME_DE: typeof FRAME_EN = {
  more: 'Mehr zeigen',
  loading: 'Lädt',
  roles: { owner: 'Inhaber', admin: 'Admin', editor: 'Redaktion', viewer: 'nur lesen' },
  nav: {
    label: 'Seiten von Citable',
    skip: 'Zum Inhalt',
    menu: 'Menü',
    sites: 'Alle Websites',
    citations: 'Zitate',
    overview: 'Überblick',
    account: 'Dein Konto',
    noCookie:
      'Dieser Browser behält kein Cookie dieses Servers, darum bist du nur angemeldet, bis diese Seite geschlossen oder neu geladen wird.',
    insecure:
      'Diese Verbindung ist nicht verschlüsselt, darum bist du nur angemeldet, bis diese Seite geschlossen oder neu geladen wird. Die Adresse dieses Servers ist',
  },
  app: {
    missing: 'Diese Seite gibt es nicht',
    missingLead: 'Diese Adresse führt nirgendwohin. Vielleicht ist sie abgeschnitten.',
    stale: 'Der Server hat eine neuere Fassung dieser Seite oder ist nicht zu erreichen.',
    reload: 'Seite neu laden',
  },
  fault: {
    unreachable: 'Der Server ist nicht zu erreichen',
    connection: 'Soweit wir wissen, wurde nichts geändert. Prüfe deine Verbindung.',
    strange: 'Etwas zwischen dieser Seite und dem Server hat an seiner Stelle geantwortet.',
    forbidden: 'Das darfst du nicht',
    missing: 'Das gibt es nicht',
    tooOften: 'Zu viele Anfragen',
    server: 'Der Server hat versagt',
    refused: 'Das ging nicht',
    scopes: (names) => `Nötig ist ${names}.`,
    request: 'Anfrage',
    again: 'Noch einmal',
    againIn: (seconds) => `Noch einmal in ${seconds} s`,
  },
  copy: { button: 'Kopieren', done: 'Kopiert', marked: 'Markiert: kopiere es mit der Tastatur' },
}
