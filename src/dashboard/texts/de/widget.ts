import type { WIDGET_EN } from '../en/widget.ts'

export const WIDGET_DE: typeof WIDGET_EN = {
  widget: {
    title: 'Widget',
    lead: {
      not_installed: 'Das Widget wurde noch nicht auf deinen Seiten gesehen.',
      installed: 'Das Widget ist auf deinen Seiten.',
      stale: 'Das Widget wurde seit zwei Wochen nicht gesehen.',
    },
    note: 'Es gibt Lesern die Knöpfe „Ask ChatGPT“, „Ask Claude“ und andere und zählt, wie oft sie gedrückt werden.',
    firstSeen: 'Zuerst gesehen',
    lastSeen: 'zuletzt gesehen',
    tag: 'Das Tag für deine Seiten',
    paste: 'Füge es in jede Seite ein, in den Head oder vor dem Ende des Body, einmal je Seite.',
    tagLabel: 'Das Tag',
    check: 'Noch einmal prüfen',
    looked: 'Gerade noch einmal nachgesehen.',
    waiting: 'Noch nicht gesehen. Auch der erste Leser zeigt es von selbst.',
    seen: 'Auf deinen Seiten gesehen.',
    stale: 'Seit zwei Wochen nicht gesehen. Sieh nach, ob das Tag noch da ist.',
    inTheWay: 'Was im Weg steht',
    nothingKnown:
      'Nichts, wovon Citable weiß. Was ein Browser auf einer Seite sieht, sagt dieser Befehl:',
    paused: 'Die Website pausiert; es wird nichts gezählt.',
    off: 'Das Widget ist in den Einstellungen der Website ausgeschaltet und erscheint nirgends.',
    noPlace: (without: string, pages: string) =>
      `Auf ${without} von ${pages} Seiten passt nichts auf die Stelle, die dafür gewählt ist; dort erscheint es nicht.`,
    place: 'Die Stelle',
    such: 'etwa',
    unread: 'Die Website ist nicht gelesen; ob ihre Seiten zu erreichen sind, weiß niemand.',
    commandNote:
      'Er sieht eine Seite so an, wie der Server sie sendet, und nennt, was das Tag hindert.',
    command: 'Der Befehl, der eine Seite prüft',
    csp: 'Wo vor den Seiten eine Content-Security-Policy steht',
    cspNote:
      'Eine Seite mit einer Policy braucht diesen Server in zwei Direktiven und sonst nichts. Wo script-src eine Nonce und strict-dynamic hat, gib dem Tag die Nonce der Seite.',
    cspLabel: 'Zeilen für die Policy',
    ways: 'Wege, es einzubauen',
    way: 'Deine Seiten macht',
    recipe: 'Was einzufügen ist',
    where: 'Es gehört in',
    hints: {
      html: 'Die Vorlage, die alle Seiten teilen.',
      wordpress:
        'Ein Child-Theme oder ein eigenes Plugin: Das Skript wird eingereiht, ein Filter fügt die Id der Website hinzu.',
      nextjs: 'Ein einfaches Script-Element, das in der Seite steht, die der Server sendet.',
      docusaurus: 'Ein weiterer Eintrag in scripts.',
      astro:
        'Das Layout, das alle Seiten teilen; is:inline hält Astro davon ab, ein Skript zu bündeln, das es nicht hat.',
      shopify:
        'Onlineshop, Themes, Code bearbeiten. Ein Custom Pixel ist kein Ort dafür, der Checkout auch nicht.',
      wix: 'Einstellungen, Custom Code, alle Seiten, Head. Das Element HTML einbetten ist kein Ort dafür.',
    },
    pinned: 'Ein Tag, das der Browser prüft',
    pinnedNote:
      'Das Widget von heute unter einem Namen aus seinem Inhalt: Ein Browser führt unter diesem Tag nichts anderes aus, und es wird nie erneuert. Hol das Tag nach einer neuen Fassung des Servers noch einmal.',
    pinnedLabel: 'Das feste Tag',
    tagManager:
      'Ein Tag-Manager geht auch: Er fügt dasselbe Tag hinzu, das dann nur ein Browser sieht, und dieser Server mit dem ersten Leser.',
  },
}
