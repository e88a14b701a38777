import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, sentences, THING } from './question-forms.ts'

export const tr: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: '{{url}} ({{title|quote}}, {{site_name}}) sayfasını oku.',
    short: '{{title|truncate:60|quote}} ({{site_name|truncate:40}}) sayfasını oku.',
    bare: 'Aşağıda “Source” satırında verilen sayfayı oku.',
  },
  kinds: {
    summarize: {
      label: 'Bu sayfayı özetle',
      sentence: 'Sayfayı 5 maddede özetle. Sayıları ve adları aynen koru.',
    },
    key_takeaways: {
      label: 'Öne çıkan noktalar',
      sentence: 'Öne çıkan noktaları ve her birinin kimin için önemli olduğunu yaz.',
    },
    explain: {
      label: 'Basitçe açıkla',
      sentence:
        '{{topic|quote}} konusunu sayfaya dayanarak, bir örnekle, yeni başlayan birine açıkla.',
    },
    ask: {
      label: 'Bu sayfa hakkında soru sor',
      sentence:
        'Bu soruyu sayfaya dayanarak yanıtla; yanıt sayfada yoksa bunu belirt: {{question|quote}}',
    },
    compare: {
      label: 'Başka kaynaklarla karşılaştır',
      sentence:
        'Sayfanın {{topic|quote}} konusunda söylediklerini bağımsız iki kaynakla daha karşılaştır ve üçünün de bağlantısını ver.',
    },
    apply: {
      label: 'Kontrol listesi hazırla',
      sentence:
        'Adımları benim durumuma uygun bir kontrol listesine dönüştür; önce eksik bilgileri bana sor.',
    },
    critique: {
      label: 'İddiaları incele',
      sentence:
        'Sayfadaki hangi iddiaların doğrulanması gerekiyor? Bunları listele ve her birinin nasıl doğrulanabileceğini yaz.',
    },
    cite: {
      label: 'Kaynak göstererek alıntıla',
      sentence:
        'Sayfadaki alıntılanmaya değer tanımları, rakamları ve ifadeleri kelimesi kelimesine alıntıla. Sayfayı kullanırsan kaynak olarak {{canonical_url}} adresini göster.',
    },
    translate: {
      label: 'Ana noktaları çevir',
      sentence: 'Sayfanın ana noktalarını benim dilime çevir; hangi dil olduğu belli değilse sor.',
    },
  },
  citeShort:
    'Sayfadaki alıntılanmaya değer tanımları, rakamları ve ifadeleri kelimesi kelimesine alıntıla. Sayfayı kullanırsan URL’sini kaynak olarak göster.',
  typeNames: {
    article: 'makale',
    docs: 'belgeler',
    howto: 'kılavuz',
    faq: 'sorular ve yanıtlar',
    product: 'ürün',
    category: 'kategori',
    listing: 'liste',
    pricing: 'fiyatlar',
    landing: 'ana sayfa',
    event: 'etkinlik',
    recipe: 'tarif',
    profile: 'profil',
    legal: 'hukuki metin',
    other: 'sayfa',
  },
  usual: {
    productFit: '{{product}} kimler için uygun?',
    productCost: '{{product}} ne kadar ve fiyata neler dahil?',
    plan: 'Hangi ihtiyaca hangi plan uygun?',
    when: '{{title|quote}} ne zaman ve nerede yapılıyor?',
    join: '{{title|quote}} etkinliğine nasıl katılabilirim?',
    ingredients: '{{title|quote}} için hangi malzemeler gerekiyor?',
    duration: '{{title|quote}} ne kadar sürede hazırlanır?',
    knownFor: '{{title|quote}} ne ile tanınıyor?',
    plainLegal: 'Bu metin basit bir dille benim için ne anlama geliyor?',
    offer: '{{site_name}} kimlere ne sunuyor?',
    behind: '{{site_name}} sitesinin arkasında kim var?',
    contact: '{{site_name}} ile nasıl iletişime geçebilirim?',
  },
  /** Only questions that leave the heading as it is: its suffixes would have to follow its vowels. */
  questions: {
    readings: [
      [/^((?:neden|nasıl|ne zaman|nerede|kim|hangi) [^?]+)$/iu, '$1?'],
      [/^([^?]{2,60} (?:nedir|nelerdir|nasıl (?:yapılır|kurulur|çalışır|kullanılır)))$/iu, '$1?'],
      [
        /^([^?]{0,50}(?:avantajları|dezavantajları|özellikleri|gereksinimleri|faydaları|nedenleri|belirtileri|türleri|koşulları|farkları|adımları))$/iu,
        '$1 nelerdir?',
      ],
      [/^([^?]{2,50} (?:kurulumu|yapılandırması|kullanımı))$/iu, '$1 nasıl yapılır?'],
      [/^(?:gereksinimler|avantajlar|dezavantajlar|özellikler)$/iu, '$0 nelerdir?'],
    ],
    ofPage: [[/^kurulum$/iu, '$1 nasıl kurulur?']],
    steps: [],
    definition: /^(?<term>\p{Lu}[^\s,]*(?: [^\s,]+){0,3}), [^.]{10,200}[dt][ıiuü]r(?![\p{L}])/u,
    meaning: '$1 nedir?',
    invitation: /^(?:hazır|ilgileniyor|sorunuz|yardıma|ister)|yor musun(?:uz)?\?$/iu,
    points: '“$1” metninin ana noktaları nelerdir?',
    gist: '“$1” yazısı ne hakkında?',
    says: '$2 sitesi “$1” hakkında ne söylüyor?',
    pageSays: 'Sayfa “$1” hakkında ne söylüyor?',
    use: '$1 ne işe yarar?',
    facts: {
      price: '$1 fiyatı ne kadar?',
      who: '$1 kimdir?',
      prices: sentences([
        [
          `${THING} (?:fiyatı|ücreti),? (?:₺ ?\\d|\\d[\\d.,]{0,12} ?(?:TL|₺|lira|€|avro|dolar))`,
          '$1 fiyatı ne kadar?',
        ],
      ]),
      dates: sentences([
        [
          `${THING},? (?:1[5-9]|20)\\d\\d yılında (?:[^.]{2,60}? )?(kuruldu|kurulmuştur|yayımlandı|yayımlanmıştır|açıldı|açılmıştır)(?![\\p{L}])`,
          '$1 ne zaman $2?',
        ],
        [
          `${THING},? \\d{1,2} \\p{L}+ 20\\d\\d tarihinde (?:[^.]{2,60}? )?(gerçekleşecek|düzenlenecek|yapılacak)(?![\\p{L}])`,
          '$1 ne zaman $2?',
        ],
      ]),
      people: sentences([
        [
          `${NAMED}, [^.]{2,60} (?:kurucusu|kurucu ortağı|genel müdürü|başkanı|profesörü|yazarı)(?:dur|dür|dır|dir)(?![\\p{L}])`,
          '$1 kimdir?',
        ],
      ]),
    },
  },
}
