import { sitemapOf } from './good-site.ts'
import type { TestSite } from './test-site.ts'

const at = (url: string, html: string): Partial<TestSite> => ({
  url,
  html,
  sitemap: sitemapOf([
    [url, '2026-08-01'],
    [new URL('/', url).href, '2026-07-01'],
  ]),
})

const data = (thing: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script>`

export const PRODUCT = at(
  'https://shop.example/product/kettle-17',
  `<html lang="en-GB"><head><title>Kettle 17, 1.7 litres, stainless steel</title>
  <meta name="description" content="A stainless steel kettle of 1.7 litres with temperature control. Two years of warranty.">
  <link rel="canonical" href="https://shop.example/product/kettle-17">
  ${data({
    '@type': 'Product',
    name: 'Kettle 17',
    brand: { '@type': 'Brand', name: 'Teaworks' },
    offers: { '@type': 'Offer', price: '1049.00', priceCurrency: 'GBP' },
  })}</head><body><main><h1>Kettle 17</h1>
  <p>£1,049.00 with VAT. Boils 1.7 l in 160 s with 3 kW and holds any temperature between 40 °C and 100 °C for an hour.
  The jug is made of a single sheet of steel, so that nothing can leak, and the base turns all the way round. It comes
  with a filter that can be washed, a cable of one metre and a warranty of two years. Spare parts are sold for ten
  years after the last one was made, and every part can be changed with one screwdriver that lies in the box. Water
  marks come off with vinegar. The handle stays cool, the lid opens by a button and the spout pours without dripping,
  which matters when coffee is made by hand.</p>
  <h2>Delivery</h2><p>Within three days.</p>
  <table><tr><th>Weight</th><td>1.2 kg</td></tr></table>
  <img src="/k17.jpg" alt="Kettle 17 on its base"></main></body></html>`,
)

export const DOCS_DE = at(
  'https://hafen.example/docs/api/pegel',
  `<html lang="de"><head><title>Pegel abfragen – Handbuch der Hafen-API</title>
  <meta name="description" content="Wie man Wasserstände eines Pegels abfragt, welche Felder die Antwort hat und welche Grenzen gelten.">
  <link rel="canonical" href="https://hafen.example/docs/api/pegel">
  ${data({
    '@type': 'TechArticle',
    headline: 'Pegel abfragen',
    datePublished: '2021-03-01',
    author: { '@type': 'Organization', name: 'Hafenamt', url: 'https://hafen.example/' },
  })}</head><body><main><h1>Pegel abfragen</h1>
  <p>Mit einer Anfrage an den Endpunkt eines Pegels erhalten Sie die Wasserstände der letzten dreißig Tage als JSON. Jede
  Messung hat eine Zeit in UTC und einen Wert in Zentimetern über dem Nullpunkt. Eine Anmeldung ist nicht nötig, solange
  Sie nicht öfter als einmal in der Minute fragen; wer mehr braucht, beantragt einen Schlüssel beim Hafenamt.</p>
  <h2>Wie fragt man einen Pegel ab</h2>
  <p>Senden Sie eine GET-Anfrage mit der Nummer des Pegels. Die Antwort enthält höchstens 8640 Messungen.</p>
  <pre>GET /v1/pegel/2041</pre>
  <h2>Welche Grenzen gelten</h2>
  <p>Ohne Schlüssel sind es 60 Anfragen in der Stunde, mit Schlüssel 20 Anfragen in der Sekunde. Darüber antwortet der
  Dienst mit dem Status 429 und nennt in Retry-After die Zeit, nach der wieder gefragt werden darf.</p>
  <ul><li>Zeit in UTC</li><li>Wert in cm</li></ul>
  <p>Die Werte folgen dem <a href="https://www.bsh.example/pegel">Verzeichnis der Pegel</a>.</p></main></body></html>`,
)

export const FAQ = at(
  'https://ferry.example/faq',
  `<html lang="en"><head><title>Ferry to the island: questions</title>
  <meta name="description" content="Times, prices, bicycles and dogs on the ferry to the island, and what happens in a storm.">
  <link rel="canonical" href="https://ferry.example/faq">
  ${data({
    '@type': 'FAQPage',
    mainEntity: ['Can I take a bicycle?', 'Is there a lounge for members?'].map((name) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text: 'Yes.' },
    })),
  })}</head><body><main><h1>Questions about the ferry</h1>
  <p>Can I take a bicycle?</p><p>Yes, for three euros, and it stands on the car deck during the crossing.</p>
  <p>What happens in a storm?</p><p>The ferry stays in the harbour; tickets are valid on the next day.</p>
  <p>The crossing takes about fifty minutes in calm weather. Boats leave every two hours from early morning until the
  evening, and in summer there is a late one on Fridays. Tickets are sold on the quay and on board, by card or with
  cash. Dogs travel free if they are on a lead. Seats cannot be reserved, but there have always been enough of them
  apart from the first weekend of August, when the regatta starts.</p></main></body></html>`,
)

export const TIDES_JA = at(
  'https://shio.example/blog/oshio',
  `<html lang="ja"><head><title>大潮とは何か：仕組みと潮汐表の読み方</title>
  <meta name="description" content="新月と満月のあとに海面が大きく動く理由と、いつ起こるのか、潮汐表をどう読めばよいのかを説明します。">
  <link rel="canonical" href="https://shio.example/blog/oshio">
  ${data({
    '@type': 'BlogPosting',
    headline: '大潮とは何か',
    datePublished: '2026-08-01',
    author: { '@type': 'Person', name: '潮田 渚', url: 'https://shio.example/about' },
  })}</head><body><main><h1>大潮とは何か</h1>
  <p>大潮とは、一か月のうちで干満の差がもっとも大きくなる時期の潮汐です。新月と満月のころ、太陽と月と地球が一直線に並び、
  二つの引力が重なるため、満潮は高く、干潮は低くなります。ふだんより約20%も差が広がります。</p>
  <h2>大潮はいつ来ますか</h2><p>新月と満月の一日から二日あとに来ます。間隔は約15日です。</p>
  <h2>なぜ春に大きいのですか？</h2><p>太陽が赤道の上に来るからです。</p>
  <p>数値は<a href="https://www.jma.example/tide">気象庁の潮位表</a>によります。海辺では、潮が引いたあとに遠くまで歩いて行ける
  ことがありますが、戻る時間を必ず確かめてください。潮が満ちる速さは場所によって違い、湾の奥では一時間に一メートルをこえる
  こともあります。釣りや潮干狩りに出かける前には、港の掲示板か、この表で満潮と干潮の時刻を調べるとよいでしょう。また、低気圧が
  近づくと、気圧が下がった分だけ海面が持ち上がり、表の値よりも高くなります。一ヘクトパスカル下がるごとに約一センチ上がると
  覚えておくと役に立ちます。風が岸に向かって吹き続けるときは、さらに高くなることがあります。</p></main></body></html>`,
)
