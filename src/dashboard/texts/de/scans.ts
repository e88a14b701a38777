import type { SCANS_EN } from '../en/scans.ts'

export const SCANS_DE: typeof SCANS_EN = {
  scans: {
    title: 'Scans',
    lead: 'Citable liest die Website wie Suchmaschinen, hält sich an ihre robots.txt und ändert nichts.',
    latest: 'Der letzte',
    live: 'Läuft gerade',
    history: 'Alle Scans',
    never: 'Diese Website wurde noch nicht gelesen.',
    neverNext: 'Der erste Scan findet ihre Seiten, bewertet sie und schreibt Prompts für Leser.',
    readAgain: 'Noch einmal lesen',
    stop: 'Lesen anhalten',
    one: 'Scan',
    when: 'Wann',
    state: 'Zustand',
    because: 'Auf Wunsch von',
    pages: 'Seiten',
    failed: 'Fehler',
    score: 'Wertung',
    took: 'Dauer',
    more: 'Ältere Scans',
    states: {
      queued: 'Wartet, bis er dran ist',
      running: 'Wird gelesen',
      succeeded: 'Gelesen',
      partial: 'Zum Teil gelesen',
      failed: 'Nicht gelesen',
      canceled: 'Angehalten',
    },
    phases: {
      discover: 'Sucht Seiten',
      fetch: 'Liest Seiten',
      prompts: 'Schreibt Prompts',
      score: 'Bewertet Seiten',
      finalize: 'Wird fertig',
    },
    triggers: {
      api: 'einem Programm',
      cli: 'der Befehlszeile',
      dashboard: 'einem Menschen',
      schedule: 'dem Zeitplan',
    },
    broken: 'Die Verbindung ist abgebrochen; es wird wieder versucht.',
    bar: 'Wie viel gelesen ist',
    ofPages: (read: string, found: string) => `${read} von ${found} Adressen`,
    left: (time: string) => `noch etwa ${time}`,
    found: 'Gefunden',
    read: 'Gelesen',
    leftOut: 'Ausgelassen',
    notRead: 'Nicht zu lesen',
    added: 'Neue Seiten',
    changed: 'Geänderte Seiten',
    removed: 'Verschwundene Seiten',
    prompts: 'Prompts geschrieben',
    credits: 'Credits',
    warnings: 'Worauf er gestoßen ist',
    noWarnings: 'Nichts stand im Weg.',
    example: 'Etwa',
    links: (count: string) => `${count} Links führen dorthin`,
    addresses: 'Adressen, aus denen keine Seite wurde',
    addressesNote: 'Die letzten fünf Scans einer Website behalten sie.',
    outcomes: {
      all: 'Alle',
      failed: 'Fehler',
      redirected: 'Weitergeleitet',
      skipped: 'Ausgelassen',
    },
    address: 'Adresse',
    why: 'Warum',
    status: 'Status',
    leadsTo: 'führt zu',
    noAddresses: 'Es gibt keine.',
    moreAddresses: 'Mehr Adressen',
    reasons: {
      BLOCKED_ADDRESS: 'Adresse in einem privaten Netz, oder ein Port, der nicht erlaubt ist.',
      DNS_FAILED: 'Den Namen des Hosts gibt es nicht.',
      TLS_ERROR: 'Das Zertifikat oder die Verschlüsselung des Servers ist nicht gültig.',
      TIMEOUT: 'Keine Antwort zur rechten Zeit.',
      UNREACHABLE: 'Der Server hat die Verbindung abgelehnt oder abgebrochen.',
      HTTP_STATUS: 'Der Server antwortet mit einem Fehler, etwa 404 oder 500.',
      NOT_HTML: 'Die Adresse ist eine Datei und keine Seite.',
      ASSET:
        'Ein Bild, eine Schrift, ein Archiv oder Dokument nach seiner Endung; es wurde nicht abgefragt.',
      TOO_LARGE: 'Die Seite ist größer als 2 MB.',
      TOO_COMPLEX: 'Die Seite hat zu viele oder zu tief verschachtelte Elemente.',
      EMPTY_PAGE:
        'Die Seite hat keinen Text, bevor Skripte laufen; es gibt also nichts zu zitieren.',
      ROBOTS_DISALLOWED: 'robots.txt lässt den Scan nicht hinein.',
      ROBOTS_UNREADABLE: 'robots.txt war nicht zu bekommen; das schließt alles auf dem Host.',
      ROBOTS_CUT:
        'robots.txt hat mehr als 2.000 Regeln mit einem Platzhalter; die späteren sind ausgelassen.',
      EXCLUDED: 'Ausgelassen nach einer deiner Regeln oder den Grenzen des Scans.',
      NOINDEX: 'Die Seite will nicht in einen Index; es wird nichts von ihr behalten.',
      REDIRECT_OUT_OF_SCOPE:
        'Die Adresse führt zu einem anderen Host, der keine Domain der Website ist.',
      REDIRECT_LOOP: 'Die Adresse führt im Kreis oder zu oft weiter.',
      CANONICAL_SHARED:
        'Seiten mit verschiedenem Text nennen diese eine Adresse als ihre, ein Fehler der Vorlage; er wird übergangen.',
      CANONICAL_ELSEWHERE:
        'Die Seite nennt eine andere Adresse der Website als ihre kanonische: Jene ist die Seite.',
      SITEMAP_UNREADABLE: 'Eine Sitemap war nicht zu bekommen oder nicht zu lesen.',
      SITEMAP_EMPTY: 'Eine Sitemap antwortet und nennt keine Adresse.',
      PAGE_LIMIT: 'Es gibt mehr Seiten, als der Tarif oder die Grenzen des Scans zulassen.',
      TIME_LIMIT:
        'Sechs Stunden waren um, bevor alle Seiten gelesen waren; der nächste Scan macht mit dem Rest weiter.',
      LLM_FALLBACK:
        'Das Modell gab keinen brauchbaren Prompt für die Seite; sie hat einen ohne Modell.',
      POLICY_CONFLICT:
        'robots.txt, Header oder die Seite erlauben, was die Ask Policy der Website verbietet, oder umgekehrt; ein Verbot geht vor.',
      POISONED_LINK:
        'Die Seite hat einen Link, der einen Assistenten lenkt, etwa sich die Website zu merken; ein Plugin oder ein Fremder kann ihn gesetzt haben.',
      DUPLICATE: 'Die Adresse hat den Text einer anderen Seite und ist mit ihr eine.',
      OTHER_HOST:
        'Seiten der Website scheinen auf einem anderen Host zu sein, der noch keine Domain von ihr ist.',
      REDIRECT: 'Sie führt zu einer anderen Adresse der Website.',
    },
    errors: {
      DNS_FAILED:
        'Einen Host mit diesem Namen gibt es nicht. Sieh nach, ob die Adresse einen Tippfehler hat oder noch nicht öffentlich ist.',
      BLOCKED_ADDRESS:
        'Die Adresse ist in einem privaten Netz. Wer diesen Server betreibt, kann es mit ALLOW_PRIVATE_NETWORKS erlauben.',
      TLS_ERROR: 'Das Zertifikat der Website ist nicht gültig; auch Browser warnen davor.',
      TIMEOUT:
        'Die Website hat nicht zur rechten Zeit geantwortet. Sie ist vielleicht nicht erreichbar oder lässt Maschinen warten.',
      UNREACHABLE: 'Die Website hat die Verbindung abgelehnt oder abgebrochen.',
      HTTP_STATUS: 'Die Startseite antwortet mit einem Fehler.',
      ROBOTS_DISALLOWED:
        'robots.txt der Website lässt CitableBot nicht hinein. Lass ihn hinein und lies noch einmal.',
      NOT_HTML: 'Die Adresse ist eine Datei und keine Seite.',
      TOO_LARGE: 'Die Startseite ist größer als 2 MB.',
      NO_PAGES: 'An dieser Adresse wurde keine Seite gefunden.',
      INTERNAL:
        'Citable ist gescheitert. Wer diesen Server betreibt, findet den Grund in seinem Log.',
    },
  },
}
