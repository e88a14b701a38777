import { describe, expect, it } from 'vitest'
import { definedTerms } from '../defined-terms.ts'
import { isOwnQuestion } from '../own-questions.ts'
import { filledQuestion, readAsQuestion } from '../read-as-question.ts'
import { questionFormsOf } from '../locales.ts'

describe('a heading read as a question', () => {
  it.each([
    ['de', 'Wie funktioniert die Ebbe', 'Wie funktioniert die Ebbe?'],
    ['de', 'Wie finde ich den Hafen', 'Wie finde ich den Hafen?'],
    ['de', 'Was kosten die Kurse', 'Was kosten die Kurse?'],
    ['de', 'Wie lange dauert die Flut', 'Wie lange dauert die Flut?'],
    ['de', 'Welche Vorteile hat ein Kajak', 'Welche Vorteile hat ein Kajak?'],
    ['de', 'Tipps für die Fahrschule', 'Welche Tipps für die Fahrschule gibt es?'],
    ['de', 'Vorteile der Ebbe', 'Was sind die Vorteile der Ebbe?'],
    ['de', 'Wie Kajaks gebaut werden', undefined],
    ['de', 'Wo es begann', undefined],
    ['de', 'Was jede Tour verändert', undefined],
    ['de', 'Welche Kajaks wir verleihen', undefined],
    ['nl', 'Hoe werkt eb', 'Hoe werkt eb?'],
    ['nl', 'Hoe lang duurt de vloed', 'Hoe lang duurt de vloed?'],
    ['nl', 'Wat kan ik huren', 'Wat kan ik huren?'],
    ['nl', 'Hoe kajaks worden gebouwd', undefined],
    ['nl', 'Waar het begon', undefined],
    ['nl', 'Welke kajaks we verhuren', undefined],
    ['sv', 'Hur fungerar ebb', 'Hur fungerar ebb?'],
    ['sv', 'Vad kostar det', 'Vad kostar det?'],
    ['sv', 'Hur kajaker byggs', undefined],
    ['sv', 'Var det började', undefined],
    ['fr', 'Quand la mer monte', undefined],
    ['fr', 'Quand la mer monte-t-elle', 'Quand la mer monte-t-elle\u00a0?'],
    ['fr', 'Quand partir en mer', 'Quand partir en mer\u00a0?'],
    ['nl', 'De voordelen van zeekajakken', 'Wat zijn de voordelen van zeekajakken?'],
    ['nl', 'Verschil tussen eb en vloed', 'Wat is het verschil tussen eb en vloed?'],
    ['pl', 'Wymagania', 'Jakie są wymagania?'],
    ['pl', 'Instalacja aplikacji', 'Jak przebiega instalacja aplikacji?'],
    ['sv', 'Skillnaden mellan ebb och flod', 'Vad är skillnaden mellan ebb och flod?'],
    ['sv', 'Fördelar med havskajak', 'Vilka fördelar med havskajak finns det?'],
    ['tr', 'Deniz kanosunun avantajları', 'Deniz kanosunun avantajları nelerdir?'],
    ['tr', 'Gelgit nedir', 'Gelgit nedir?'],
    ['ko', '조석표 읽는 방법', '조석표 읽는 방법은 무엇인가요?'],
    ['ko', '바다 카약의 장점', '바다 카약의 장점은 무엇인가요?'],
    ['ko', '조석의 종류', '조석의 종류는 무엇인가요?'],
    ['ko', '카약 고르기', undefined],
    ['ko', '카약 준비하기', '카약 준비하려면 어떻게 해야 하나요?'],
    ['ja', '地図に潮汐表を表示する', '地図に潮汐表を表示するにはどうすればよいですか？'],
    ['ja', '十年通った港を卒業する', undefined],
    ['zh', '如何阅读潮汐表', '如何阅读潮汐表？'],
    ['zh', '大潮与小潮的区别', '大潮与小潮的区别是什么？'],
    ['zh', '海上皮划艇的优点', '海上皮划艇的优点有哪些？'],
  ])('in %s, %j asks %j', (language, heading, question) => {
    expect(readAsQuestion(heading, questionFormsOf(language), false)).toBe(question)
  })

  it.each([
    ['fr', 'Héberger les tuiles ou faire un extrait de la carte'],
    ['es', 'Instalar la app y borrar los datos'],
    ['pt', 'Instalar o app e apagar os dados'],
  ])('in %s, %j asks nothing, having two verbs', (language, heading) => {
    expect(readAsQuestion(heading, questionFormsOf(language), false)).toBeUndefined()
  })

  it.each([
    ['nl', 'De kajak gebruiken', 'Hoe kan ik de kajak gebruiken?'],
    ['sv', 'Installera appen', 'Hur gör man för att installera appen?'],
    ['ko', '앱 설치', '앱 설치는 어떻게 하나요?'],
    ['zh', '安装应用', '如何安装应用？'],
    ['de', 'Eigene Boote verwenden', 'Wie kann ich eigene Boote verwenden?'],
    ['de', 'Google Konto erstellen', 'Wie kann ich Google Konto erstellen?'],
  ])('in %s, %j asks %j where a page gives instructions', (language, heading, question) => {
    expect(readAsQuestion(heading, questionFormsOf(language), true)).toBe(question)
  })
})

describe('what somebody else would ask', () => {
  it.each([
    ['en', 'Not sure what your boat needs?', 'How much fuel are you losing?'],
    ['de', 'Noch unsicher, was passt?', 'Welches Kajak für Ihre Tour?'],
    ['de', 'Sie sind nicht sicher, was passt?', 'Boot oder Kajak – was passt zu Ihrer Tour?'],
    ['es', '¿No está seguro qué necesita?', '¿Cuánta Eficiencia Está Perdiendo?'],
    ['es', '¿Te han despedido del puerto?', '¿No has encontrado tu respuesta?'],
    ['es', '¿Sufriste un accidente en el mar?', '¿Cómo te ayudamos a navegar?'],
    ['pt', 'Você sofreu um acidente no mar?', 'Está procurando um barco?'],
    ['fr', 'Comment partir en mer avec ?', 'Qu’est-ce qu’on met dedans ?'],
    ['fr', 'Avez-vous subi un accident en mer ?', 'Êtes-vous prêt à partir en mer ?'],
    ['de', 'Sind Sie auf der Suche nach Kajaks?', 'Bist du auf See verunglückt?'],
    ['nl', 'Bent u op zoek naar een boot?', 'Twijfel je over de boot?'],
    ['pl', 'Czy szukasz łodzi nad morzem?', 'Jesteś nad morzem pierwszy raz?'],
    ['sv', 'Är du på jakt efter en båt?', 'Visste du hur båten ser ut?'],
    ['en', 'Were you hurt on a boat?', 'Are you new to boats?'],
    ['fr', 'Vous n’êtes pas certain du besoin ?', 'Combien d’essence perdez-vous ?'],
  ])('in %s is none of its readers: %s and %s', (language, one, other) => {
    const forms = questionFormsOf(language)
    expect([one, other].map((text) => isOwnQuestion(text, forms))).toEqual([false, false])
  })

  it.each([
    ['en', 'How many boats are there?'],
    ['de', 'Welches Kajak für Anfänger?'],
    ['es', '¿Cuánta agua está en la bahía?'],
    ['fr', 'Combien de bateaux y a-t-il ?'],
    ['fr', 'Ouvrir un compte au port prend combien de temps ?'],
    ['es', '¿No es peligroso navegar de noche?'],
    ['es', '¿Puedes impugnar tu despido?'],
    ['es', '¿Cuándo asistió el puerto?'],
    ['pt', 'Como funciona a maré?'],
    ['de', 'Wie sind die Kajaks gebaut?'],
    ['pl', 'Czy pływ jest wysoki?'],
    ['sv', 'Är floden hög i dag?'],
  ])('in %s is not %s', (language, text) => {
    expect(isOwnQuestion(text, questionFormsOf(language))).toBe(true)
  })
})

describe('a heading that is read with what the page is about', () => {
  const read = (heading: string, name?: string) =>
    readAsQuestion(heading, questionFormsOf('en'), true, name)

  it('asks about that, unless it is called the same', () => {
    expect(read('Troubleshooting', 'Neap 3')).toBe('What can I do when Neap 3 does not work?')
    expect(read('Troubleshooting', 'Troubleshooting')).toBeUndefined()
    expect(read('Troubleshooting')).toBeUndefined()
  })

  it('keeps a name before a number', () => {
    expect(filledQuestion('What is $l1?', ['', 'Neap 3 quick release'])).toBe(
      'What is Neap 3 quick release?',
    )
    expect(filledQuestion('What is $l1?', ['', 'High water'])).toBe('What is high water?')
  })

  it('asks neither how two doings differ nor what a session of a meeting treats', () => {
    expect(read('Reading tables vs watching the moon')).toBeUndefined()
    expect(read('Ebb vs flow')).toBe('How do Ebb and flow differ?')
    expect(read('Manage connections menu')).toBeUndefined()
    expect(read('Manage the connections menu')).toBe('How do I manage the connections menu?')
    expect(read('Session 4: restore the shore')).toBeUndefined()
    expect(read('The shore: restore the dunes')).toBe('How do I restore the dunes?')
  })
})

describe('a definition', () => {
  it.each([
    ['nl', 'Springtij', 'Springtij is een getij met een groot verval.', 'Wat is Springtij?'],
    ['pl', 'Pływ', 'Pływ to regularne podnoszenie się wody.', 'Co to jest Pływ?'],
    ['sv', 'Springflod', 'Springflod är en flod med stor räckvidd.', 'Vad är Springflod?'],
    ['ko', '사리', '사리란 조차가 가장 큰 때를 말합니다.', '사리의 뜻은 무엇인가요?'],
    ['zh', '大潮', '大潮是一种潮差最大的潮汐。', '什么是大潮？'],
    ['zh', 'Kayak', 'Kayak 是一种小船，用双桨划行。', '什么是 Kayak？'],
    ['sv', 'Cisco ACI', 'Cisco ACI är ett nät för hallar.', 'Vad är Cisco ACI?'],
    ['sv', 'Open vSwitch', 'Open vSwitch är en växel.', 'Vad är Open vSwitch?'],
    ['en', 'The PMC', 'The PMC is the committee of the harbour.', 'What is the PMC?'],
    ['tr', 'Tuz Cihazı', 'Havuz tuz cihazı, suyu temizleyen bir sistemdir.', 'Tuz Cihazı nedir?'],
    ['tr', 'Gelgit', 'Gelgit, suyun yükselip alçalmasıdır.', 'Gelgit nedir?'],
    ['en', 'Tides', 'Tides are the rise and fall of the sea.', 'What are tides?'],
    ['en', 'EU', 'EU is a union of states.', 'What is EU?'],
    ['de', 'Autismus', 'Autismus ist eine Besonderheit.', 'Was ist Autismus?'],
    ['de', 'Gezeiten', 'Gezeiten sind eine Folge des Mondes.', 'Was sind Gezeiten?'],
    ['de', 'Die Ebbe', 'Die Ebbe ist das Fallen des Wassers.', 'Was ist die Ebbe?'],
    ['es', 'Las mareas', 'Las mareas son un efecto de la luna.', '¿Qué son las mareas?'],
    ['pt', 'As marés', 'As marés são um efeito da lua.', 'O que são as marés?'],
    ['nl', 'Getijden', 'Getijden zijn een gevolg van de maan.', 'Wat zijn getijden?'],
    ['fr', 'Les marées', 'Les marées sont un effet de la lune.', 'Qu’est-ce que les marées\u00a0?'],
  ])('in %s is asked for: %s', (language, subject, text, question) => {
    const leads = [{ heading: subject, level: 1, text: text.repeat(3) }]
    expect(definedTerms(leads, subject, questionFormsOf(language), language)).toEqual([question])
  })
})

describe('what is no definition', () => {
  it.each([
    ['de', 'Wer wir sind', 'Wir sind der Verein der Ruderer an der Bucht.'],
    ['en', 'Who you are', 'You are the one who rows.'],
    ['es', 'Nosotros', 'Nosotros somos. Ellos son los remeros de la bahía.'],
    ['pt', 'Eu', 'Eu é um pronome.'],
  ])('in %s, a sentence about who writes or reads: %s', (language, subject, text) => {
    const leads = [{ heading: subject, level: 1, text: text.repeat(3) }]
    expect(definedTerms(leads, subject, questionFormsOf(language), language)).toEqual([])
  })
})

describe('the question about a whole text', () => {
  it.each([
    ['nl', 'Waar gaat het artikel “Getijden” over?'],
    ['pl', 'O czym jest artykuł „Getijden”?'],
    ['sv', 'Vad handlar artikeln ”Getijden” om?'],
    ['tr', '“Getijden” yazısı ne hakkında?'],
    ['ko', '“Getijden” 글에서 다루는 내용은 무엇인가요?'],
    ['zh', '文章“Getijden”讲了什么？'],
  ])('in %s names it: %s', (language, question) => {
    expect(filledQuestion(questionFormsOf(language).gist, ['', 'Getijden'])).toBe(question)
  })
})
