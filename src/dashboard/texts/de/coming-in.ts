import type { COMING_IN_EN } from '../en/coming-in.ts'

export const COMING_IN_DE: typeof COMING_IN_EN = {
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    button: 'Anmelden',
    forgot: 'Passwort vergessen',
    endedTitle: 'Deine Sitzung ist zu Ende',
    endedText:
      'Melde dich wieder an, um weiterzumachen. Was du geschrieben hast, bleibt. Angemeldet war',
  },
  password: {
    new: 'Neues Passwort',
    short: (count, least) => `${count} von mindestens ${least} Zeichen.`,
    advice: (least) => `Mindestens ${least} Zeichen. Drei oder vier Wörter merkt man sich leicht.`,
  },
  setup: {
    title: 'Nimm diesen Server in Besitz',
    lead: 'Der Link, den du geöffnet hast, gilt einmal. Wer dieses Formular ausfüllt, ist der Inhaber.',
    organization: 'Organisation',
    organizationNote: 'Leser sehen sie nie. Du kannst sie später ändern.',
    button: 'Inhaber werden',
    again: 'Wer den Server betreibt, bekommt einen neuen Link mit: npx citable setup',
    neededTitle: 'Dieser Server hat noch keinen Inhaber',
    needed: 'Wer ihn betreibt, bekommt mit diesem Befehl einen Link und öffnet ihn hier:',
  },
  deadLink: {
    title: 'Dieser Link ist nicht vollständig',
    lead: 'Er gilt einmal, und nur so, wie er kam. Öffne ihn noch einmal von dort, woher du ihn hast; eine neu geladene Seite hat ihn verloren.',
  },
  invitation: {
    title: 'Einladung annehmen',
    lead: 'Du kommst in die Organisation, die dich eingeladen hat, unter der Adresse, an die die Einladung ging.',
    signedIn: 'Du bist angemeldet als',
    asMyself: 'So beitreten',
    password: 'Passwort',
    passwordNote:
      'Bist du neu hier, so wähle eines. Hat diese Adresse ein Konto, so gib dessen Passwort ein.',
    button: 'Beitreten',
    again: 'Wer dich eingeladen hat, kann eine neue Einladung schicken.',
  },
  forgot: {
    title: 'Passwort vergessen',
    lead: 'Gibt es ein Konto mit dieser Adresse, so kommt per E-Mail ein Link für ein neues Passwort.',
    button: 'Link schicken',
    sentTitle: 'Sieh in deine E-Mails',
    sent: 'Gibt es ein Konto mit dieser Adresse, so ist ein Link unterwegs. Er gilt einmal, eine Stunde lang.',
    noMail:
      'Dieser Server verschickt keine E-Mails. Wer ihn betreibt, macht einen Link mit: npx citable owner reset-password',
  },
  reset: {
    title: 'Neues Passwort setzen',
    lead: 'Alle deine Sitzungen enden, auf jedem Gerät. Der Link gilt einmal.',
    button: 'Passwort setzen',
    again: 'Fordere unter „Passwort vergessen“ einen neuen Link an.',
    doneTitle: 'Dein Passwort ist gesetzt',
    done: 'Melde dich damit an.',
  },
  account: {
    title: 'Dein Konto',
    signOut: 'Abmelden',
    unproven:
      'Es ist nicht bewiesen, dass diese Adresse dir gehört: die Einladung kam als Link und nicht per E-Mail. Bis dahin gilt dieses Konto nur für diese Organisation.',
    prove: 'Beweise es mit einem Link per E-Mail, der ein neues Passwort setzt',
    organizations: 'Organisationen',
    here: 'hier bist du',
    goTo: 'Dorthin',
    look: 'Aussehen',
    theme: 'Farben',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    devices: 'Wo du angemeldet bist',
    unknownDevice: 'Unbekanntes Gerät',
    lastSeen: 'zuletzt benutzt',
    thisDevice: 'dieses',
    endDevice: 'Dort abmelden',
    password: 'Passwort',
    currentPassword: 'Bisheriges Passwort',
    changePassword: 'Passwort ändern',
    passwordChanged: 'Geändert. Alle anderen Sitzungen sind beendet.',
  },
}
