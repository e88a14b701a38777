import type { FIRST_RUN_EN } from '../en/first-run.ts'

export const FIRST_RUN_DE: typeof FIRST_RUN_EN = {
  firstRun: {
    steps: 'Schritte',
    names: ['Du', 'Deine Website', 'Lesen', 'Reparieren', 'Verbinden'],
    siteTitle: 'Über welche Website fragen Menschen die KI?',
    notNow: 'Nicht jetzt',
    cannotAdd: 'Nur wer die Rolle Redaktion, Admin oder Inhaber hat, kann eine Website hinzufügen.',
    days: (zone: string) => `Tage zählen in der Zeitzone ${zone}.`,
    questions: {
      full: 'Fragen von Lesern werden behalten, ohne Namen und Nummern von Menschen.',
      topic_only: 'Von Fragen der Leser werden nur die Themen behalten.',
      off: 'Von Fragen der Leser wird nichts behalten.',
    },
    change: 'Das ändern',
    zone: 'Zeitzone',
    keep: 'Was von Fragen der Leser behalten wird',
    keeps: { full: 'Die Fragen, bereinigt', topic_only: 'Nur Themen', off: 'Nichts' },
    reading: 'Wird gelesen:',
    readTitle: 'Gelesen:',
    mayClose: 'Du kannst diese Seite schließen; der Server macht weiter, und du findest es hier.',
    foundPages: 'Seiten, wie sie kommen',
    languages: (names: string) => `Sie sind auf ${names}.`,
    problems: 'Was im Weg steht',
    noProblems: 'Bisher nichts.',
    toMending: 'Was zuerst zu reparieren ist',
    notRead: 'Citable konnte die Website nicht lesen',
    other: 'Eine andere Adresse',
    otherTitle: 'Diese Website wegnehmen?',
    otherText:
      'Von ihr ist nichts gelesen. Sie verschwindet, und du gibst eine andere Adresse ein.',
    otherButton: 'Wegnehmen',
    keepIt: 'Stehen lassen',
    mendingNext: (count: number) =>
      count === 0
        ? 'Keine Prüfung fand etwas zu reparieren.'
        : count === 1
          ? 'Diese Reparatur brächte am meisten.'
          : `Diese ${count} brächten am meisten, die größte zuerst.`,
    checksGood: (good: number, all: number) => `${good} von ${all} Prüfungen fanden nichts.`,
    noScore: 'Es gibt noch keine Wertung',
    noScoreLead: 'Sie kommt, wenn die Website gelesen ist.',
    allRepairs: 'Alles, was zu reparieren ist',
    tag: 'Setz das Widget auf deine Seiten',
    tagNote:
      'Es gibt Lesern die Knöpfe „Ask ChatGPT“, „Ask Claude“ und andere und zählt, wie oft sie gedrückt werden.',
    moreWays: 'Mit WordPress, einem Tag-Manager, einer strengen Policy oder einer festen Fassung',
    connect: 'Einen Assistenten verbinden',
    later: 'Später, zeig mir die Website',
    show: 'Zeig mir die Website',
    planTitle: 'Assistenten gehören zu einem größeren Tarif',
    plan: (plan: string, wanted: string) =>
      `Assistenten, die nach deinen Zahlen fragen, kommen mit dem Tarif ${wanted}; du hast ${plan}. Alles andere geht: Die Seiten hier zeigen dieselben Zahlen.`,
    plans: {
      free: 'Free',
      pro: 'Pro',
      business: 'Business',
      enterprise: 'Enterprise',
      self_hosted: 'Self-hosted',
    },
    connectTitle: 'Frag deinen Assistenten nach deinen Lesern',
    connectLead: 'Er liest Zahlen, Seiten und Regeln und ändert nichts.',
    goOn: { reading: 'Beim Lesen zusehen', mending: 'Weiter einrichten' },
  },
}
