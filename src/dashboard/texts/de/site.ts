import type { SITE_EN } from '../en/site.ts'

export const SITE_DE: typeof SITE_EN = {
  site: {
    title: 'Website',
    reading: 'Lesen',
    neverRead: 'Sie wurde noch nicht gelesen.',
    readAgain: 'Noch einmal lesen',
    states: {
      queued: 'Wartet, bis sie dran ist',
      running: 'Wird gelesen',
      succeeded: 'Gelesen',
      partial: 'Zum Teil gelesen',
      failed: 'Nicht gelesen',
      canceled: 'Angehalten',
    },
    broken: 'Die Verbindung ist abgebrochen; es wird wieder versucht.',
    found: 'Gefunden',
    read: 'Gelesen',
    leftOut: 'Ausgelassen',
    failed: 'Nicht zu lesen',
    prompts: 'Prompts geschrieben',
    score: 'Wie gut KI mit der Startseite umgehen kann',
    of100: 'von 100',
    noScore: 'Die Bewertung kommt mit dem ersten Lesen.',
    nothingToMend: 'Nichts zu reparieren.',
    tag: 'Das Tag für deine Seiten',
    installed: {
      not_installed:
        'Das Tag wurde noch nicht gesehen. Füge es in jede Seite ein, vor dem Ende des Body.',
      installed: 'Das Tag ist auf deinen Seiten.',
      stale: 'Das Tag wurde seit zwei Wochen nicht gesehen. Sieh nach, ob es noch da ist.',
    },
    check: 'Noch einmal prüfen',
  },
}
