import { describe, expect, it } from 'vitest'
import type { PageType } from '../page/page-types.ts'
import { questionFormsOf } from './locales.ts'
import { statedFacts } from './stated-facts.ts'

const factsIn = (
  language: string,
  text: string,
  { subject = text, type = 'article' }: { subject?: string; type?: PageType } = {},
) => [
  ...statedFacts(
    { type, leads: [{ heading: '', level: 2, text }], subject, language },
    questionFormsOf(language),
  ),
]

describe('statedFacts', () => {
  it.each([
    ['en', 'The night ferry costs €12 a person.', 'How much does the night ferry cost?'],
    [
      'en',
      'Neap Rowing Club was founded by two pilots in 1912.',
      'When was Neap Rowing Club founded?',
    ],
    ['en', 'The regatta takes place on 3 May 2031.', 'When does the regatta take place?'],
    ['en', 'Ada Lind is the founder of the club.', 'Who is Ada Lind?'],
    ['de', 'Die Nachtfähre kostet 12 Euro.', 'Wie viel kostet die Nachtfähre?'],
    [
      'de',
      'Der Ruderverein wurde im Jahr 1912 von zwei Lotsen gegründet.',
      'Wann wurde der Ruderverein gegründet?',
    ],
    [
      'de',
      'Die Regatta findet am 3. Mai 2031 in der Bucht statt.',
      'Wann findet die Regatta statt?',
    ],
    ['de', 'Ada Lind ist die Gründerin des Vereins.', 'Wer ist Ada Lind?'],
    ['es', 'Los billetes cuestan 12 € por persona.', '¿Cuánto cuestan los billetes?'],
    ['es', 'El club fue fundado por dos prácticos en 1912.', '¿Cuándo fue fundado el club?'],
    ['es', 'La regata se celebrará el 3 de mayo de 2031.', '¿Cuándo se celebrará la regata?'],
    ['es', 'Ada Lind es la fundadora del club.', '¿Quién es Ada Lind?'],
    ['fr', 'La traversée coûte 12 € par personne.', 'Combien coûte la traversée\u00a0?'],
    ['fr', 'La société a été fondée en 1912.', 'Quand a été fondée la société\u00a0?'],
    ['fr', 'La régate aura lieu le 3 mai 2031.', 'Quand aura lieu la régate\u00a0?'],
    ['fr', 'Ada Lind est la fondatrice du club.', 'Qui est Ada Lind\u00a0?'],
    ['pt', 'A travessia custa R$ 12 por pessoa.', 'Quanto custa a travessia?'],
    ['pt', 'O clube foi fundado em 1912.', 'Quando foi fundado o clube?'],
    ['pt', 'Ada Lind é a fundadora do clube.', 'Quem é Ada Lind?'],
    ['nl', 'De veerboot kost slechts 12 euro.', 'Hoeveel kost de veerboot?'],
    ['nl', 'De vereniging werd in 1912 opgericht.', 'Wanneer werd de vereniging opgericht?'],
    ['nl', 'De regatta vindt plaats op 3 mei 2031.', 'Wanneer vindt de regatta plaats?'],
    ['nl', 'Ada van der Lind is de oprichter van de club.', 'Wie is Ada van der Lind?'],
    ['pl', 'Nocny rejs kosztuje 40 zł od osoby.', 'Ile kosztuje nocny rejs?'],
    ['pl', 'Mała firma została założona w 1912 roku.', 'Kiedy została założona mała firma?'],
    ['pl', 'Ada Lind jest założycielką klubu.', 'Kim jest Ada Lind?'],
    ['sv', 'Nattfärjan Neap kostar 120 kr per person.', 'Vad kostar Nattfärjan Neap?'],
    ['sv', 'Neap Roddklubb grundades år 1912.', 'När grundades Neap Roddklubb?'],
    ['sv', 'Ada Lind är grundare av klubben.', 'Vem är Ada Lind?'],
    ['tr', 'Gece feribotu ücreti 120 TL olarak belirlendi.', 'Gece feribotu fiyatı ne kadar?'],
    [
      'tr',
      'Kürek kulübü 1912 yılında iki kılavuz tarafından kuruldu.',
      'Kürek kulübü ne zaman kuruldu?',
    ],
    ['tr', 'Ada Lind, kulübün ilk kurucusudur.', 'Ada Lind kimdir?'],
    ['ja', '夜の渡し船の料金は1,200円です。', '夜の渡し船はいくらですか？'],
    [
      'ja',
      '漕艇会は1912年に二人の水先人によって設立されました。',
      '漕艇会はいつ設立されましたか？',
    ],
    ['ja', '林 愛子さんは、漕艇会の創設者です。', '林 愛子さんとはどのような人ですか？'],
    ['zh', '夜间渡轮的票价为12元。', '夜间渡轮的价格是多少？'],
    ['zh', '划艇会成立于1912年。', '划艇会是什么时候成立的？'],
    ['zh', '林爱子是划艇会的创始人。', '林爱子是谁？'],
    ['ko', '야간 여객선의 요금은 12,000원입니다.', '야간 여객선 요금은 얼마인가요?'],
    ['ko', '조정 협회는 1912년에 두 사람이 모여 설립되었습니다.', '조정 협회는 언제 설립되었나요?'],
    ['ko', '김하늘은 조정 협회의 설립자입니다.', '김하늘은 누구인가요?'],
  ])('in %s, “%s” answers a question', (language, text, question) => {
    expect(factsIn(language, text)).toEqual([question])
  })

  it.each([
    ['no sum', 'en', 'The night ferry costs much.'],
    ['a sum of millions', 'en', 'The night ferry costs $12 million to build.'],
    ['what points back', 'en', 'It costs €12 a person.'],
    ['a formula', 'en', 'The sum of $1 and $2 is $3.'],
    ['no year', 'en', 'The club was founded in a storm.'],
    ['no date', 'en', 'The regatta takes place on 3 islands.'],
    ['a company', 'en', 'Neap Ventures is the founder of the club.'],
    ['no name', 'en', 'The Pilot is the founder of the club.'],
    ['no name', 'de', 'Die Universität ist die Gründerin des Vereins.'],
    ['no role', 'en', 'Ada Lind is fond of the sea.'],
    ['half a name', 'en', 'The club of St. Mary Hall was founded in fog.'],
    ['another sentence', 'en', 'The club costs nothing. We paid €12 once.'],
    ['a word that may be a name', 'sv', 'Firman grundades år 1912.'],
    ['a word that may be a name', 'en', 'Registration costs €12.'],
    ['a pronoun', 'zh', '我们是划艇会的创始人。'],
  ])('takes nothing from %s: %s, %s', (_, language, text) => {
    expect(factsIn(language, text)).toEqual([])
  })

  it('asks only about what the title or the heading names, and people anywhere', () => {
    const text = 'The club was founded in 1912. Ada Lind is the founder of the club.'
    expect(factsIn('en', text, { subject: 'Tides' })).toEqual(['Who is Ada Lind?'])
    expect(factsIn('en', text, { subject: 'The club' })).toHaveLength(2)
  })

  it('leaves prices and dates to pages whose type asks for them, and languages without forms', () => {
    const price = 'The night ferry costs €12 a person.'
    expect(factsIn('en', price, { type: 'product' })).toEqual([])
    expect(factsIn('xx', price)).toEqual([])
  })

  it.each([
    [
      'en',
      'Nail clipping',
      '£5.00 per cat. No cat is held.',
      'What is the price of nail clipping?',
    ],
    ['de', 'Krallen schneiden', 'ab 5 € je Katze', 'Was kostet „Krallen schneiden“?'],
    ['es', 'Corte de uñas', 'desde 5 € por gato', '¿Cuál es el precio de «Corte de uñas»?'],
    ['nl', 'Nagels knippen', '€ 5 per kat', 'Wat kost “Nagels knippen”?'],
    ['pl', 'Obcinanie pazurów', '20 zł za kota', 'Jaka jest cena „Obcinanie pazurów”?'],
    ['sv', 'Klippning av klor', '50 kr per katt', 'Vad kostar klippning av klor?'],
    ['tr', 'Tırnak kesimi', '50 TL', 'Tırnak kesimi fiyatı ne kadar?'],
    ['ja', '爪切り', '500円（税込）', '爪切りの料金はいくらですか？'],
    ['zh', '剪指甲', '50元一次', '剪指甲的价格是多少？'],
    ['ko', '발톱 손질', '5,000원부터', '발톱 손질 가격은 얼마인가요?'],
  ])('in %s, a price below “%s” answers a question', (language, heading, text, question) => {
    const leads = [{ heading, level: 3, text }]
    const page = { type: 'other' as const, leads, subject: 'Care', language }
    expect([...statedFacts(page, questionFormsOf(language as 'en'))]).toEqual([question])
  })

  it.each([
    ['Price', '£5.00 per cat.'],
    ['Our prices for cats', '£5.00 per cat.'],
    ['Why is it free?', '£5.00 per cat.'],
    ['Nail clipping', 'It costs £5.00 a cat.'],
    ['A very long heading that names no thing at all', '£5.00 per cat.'],
  ])('below “%s”, %j answers none', (heading, text) => {
    const leads = [{ heading, level: 3, text }]
    const page = { type: 'other' as const, leads, subject: 'Care', language: 'en' }
    expect([...statedFacts(page, questionFormsOf('en'))]).toEqual([])
  })

  it('reads hostile texts in a moment', () => {
    const started = performance.now()
    for (const part of [
      'A b ',
      'X was founded by in on ',
      'Ada van de ',
      '1999 ',
      '. A',
      '你是',
      'ア・',
    ]) {
      const text = part.repeat(240 / part.length)
      for (const language of ['en', 'de', 'fr', 'ja', 'zh', 'ko', 'tr']) {
        const leads = Array.from({ length: 40 }, () => ({ heading: text, level: 2, text }))
        const facts = statedFacts(
          { type: 'article', leads, subject: text, language },
          questionFormsOf(language),
        )
        expect([...facts].length).toBeLessThanOrEqual(6)
      }
    }
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
