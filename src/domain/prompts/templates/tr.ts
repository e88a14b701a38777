import type { LocaleTexts } from '../prompt-locale.ts'

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
      label: 'Özetle',
      sentence: 'Sayfayı 5 maddede özetle. Sayıları ve adları aynen koru.',
    },
    key_takeaways: {
      label: 'Öne çıkan noktalar',
      sentence: 'Öne çıkan noktaları ve her birinin kimin için önemli olduğunu yaz.',
    },
    explain: {
      label: 'Basitçe açıkla',
      sentence: 'Sayfayı bir örnekle, yeni başlayan birine açıkla.',
    },
    ask: {
      label: 'Bu sayfa hakkında soru sor',
      sentence:
        'Bu soruyu sayfaya dayanarak yanıtla; yanıt sayfada yoksa bunu belirt: {{question|quote}}',
    },
    compare: {
      label: 'Başka kaynaklarla karşılaştır',
      sentence:
        'Sayfanın söylediklerini bağımsız iki kaynakla daha karşılaştır ve üçünün de bağlantısını ver.',
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
      label: 'Kaynaklı alıntıla',
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
  /** Only questions that leave the heading as it is: its suffixes would have to follow its vowels. */
  questions: {
    invitation: /^(?:hazır|ilgileniyor|sorunuz|yardıma|ister)|yor musun(?:uz)?\?$/iu,
  },
}
