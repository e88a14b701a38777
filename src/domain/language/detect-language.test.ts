import { describe, expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const PARAGRAPHS: Readonly<Record<string, string>> = {
  en: `The harbour office prints a table of tides for the whole year. It says when the water is high, and how exact the
    figures are. You can ask for it at the desk, or have it sent to your home.`,
  de: `Das Hafenamt druckt für das ganze Jahr eine Gezeitentafel. Sie zeigt, wann das Wasser hoch steht und wie genau die
    Angaben sind. Man bekommt sie am Schalter oder lässt sie sich nach Hause schicken.`,
  fr: `Le bureau du port imprime une table des marées pour toute l’année. Elle indique quand la mer est haute et si les
    chiffres sont exacts. On peut la demander au guichet ou la recevoir chez soi.`,
  es: `La oficina del puerto imprime una tabla de mareas para todo el año. En ella se ve cuándo sube el agua y si las cifras
    son exactas. Puede pedirla en la ventanilla o recibirla en su casa.`,
  pt: `A capitania do porto imprime uma tabela de marés para o ano todo. Ela mostra quando a água sobe e se os números são
    exatos. Você pode pedi-la no balcão ou recebê-la em casa.`,
  it: `L’ufficio del porto stampa una tavola delle maree per tutto l’anno. Dice quando l’acqua è alta e se le cifre sono
    esatte. Si può chiedere allo sportello o ricevere a casa.`,
  ca: `L’oficina del port imprimeix una taula de marees per a tot l’any. Hi diu quan puja l’aigua i si les xifres són
    exactes. Es pot demanar a la finestreta o rebre-la a casa.`,
  gl: `A oficina do porto imprime unha táboa de mareas para todo o ano. Nela vese cando sobe a auga e se as cifras son
    exactas. Pode pedila no mostrador ou recibila na súa casa.`,
  nl: `Het havenkantoor drukt een getijdentafel voor het hele jaar. Daarin staat wanneer het water hoog is en of de cijfers
    kloppen. Je kunt hem aan de balie vragen of thuis laten bezorgen.`,
  sv: `Hamnkontoret trycker en tidvattentabell för hela året. Den visar när vattnet är högt och om siffrorna är exakta. Du
    kan fråga efter den i disken eller få den hem till dig.`,
  da: `Havnekontoret trykker en tidevandstabel for hele året. Den viser, hvornår vandet er højt, og om tallene er nøjagtige.
    Man kan spørge efter den ved skranken eller få den sendt hjem til sig.`,
  nb: `Havnekontoret trykker en tidevannstabell for hele året. Den viser når vannet er høyt, og om tallene er nøyaktige. Man
    kan spørre etter den i skranken eller få den sendt hjem til seg.`,
  is: `Hafnarskrifstofan prentar flóðatöflu fyrir allt árið. Hún sýnir hvenær er flóð og hvort tölurnar eru réttar. Það er
    hægt að fá hana í afgreiðslunni eða senda hana heim til þín.`,
  fi: `Satamatoimisto painaa vuorovesitaulukon koko vuodelle. Se kertoo, milloin vesi on korkealla ja kuinka tarkkoja luvut
    ovat. Sen voi pyytää tiskiltä tai tilata kotiin, jos se ei ole loppunut.`,
  et: `Sadama kontor trükib kogu aasta kohta loodete tabeli. See näitab, kui kõrge vesi on ja kas arvud on täpsed. Seda saab
    küsida letist või tellida koju, kui see ei ole otsas.`,
  lv: `Ostas birojs drukā paisuma tabulu visam gadam. Tā rāda, kad ūdens ir augsts un vai skaitļi ir precīzi. To var saņemt
    pie loga vai pasūtīt uz mājām, ja tā nav beigusies.`,
  lt: `Uosto kontora spausdina potvynių lentelę visiems metams. Ji rodo, kada vanduo yra aukštas ir ar skaičiai tikslūs. Ją
    galima gauti prie langelio arba užsisakyti į namus, jei ji nėra pasibaigusi.`,
  pl: `Biuro portu drukuje tablicę pływów na cały rok. Podaje ona, kiedy woda jest wysoka i czy liczby są dokładne. Można o
    nią zapytać w okienku lub zamówić ją do domu.`,
  cs: `Přístavní úřad tiskne tabulku přílivu na celý rok. Ukazuje, kdy je voda vysoko a zda jsou čísla přesná. Můžete si o
    ni říct u přepážky nebo si ji nechat poslat domů.`,
  sk: `Prístavný úrad tlačí tabuľku prílivu na celý rok. Ukazuje, kedy je voda vysoko a či sú čísla presné. Môžete si ju
    vypýtať pri okienku alebo si ju nechať poslať domov.`,
  sl: `Pristaniška pisarna natisne tabelo plimovanja za vse leto. V njej piše, kdaj je voda visoka in ali so številke točne.
    Dobite jo pri okencu ali pa vam jo pošljejo na dom.`,
  hr: `Lučki ured tiska tablicu plime za cijelu godinu. U njoj piše kada je voda visoka i jesu li brojke točne. Može se
    dobiti na šalteru ili se može naručiti kući, ako nije već rasprodana.`,
  ro: `Biroul portului tipărește un tabel al mareelor pentru tot anul. Acesta arată când este apa mare și dacă cifrele sunt
    exacte. Îl puteți cere la ghișeu sau îl puteți primi acasă.`,
  hu: `A kikötői hivatal egész évre kinyomtatja az árapály táblázatát. Ebből kiderül, hogy mikor magas a víz, és mennyire
    pontosak a számok. Az ablaknál lehet kérni, vagy haza is küldik.`,
  tr: `Liman ofisi bütün yıl için bir gelgit tablosu basar. Bu tablo suyun ne zaman yükseldiğini ve sayıların ne kadar kesin
    olduğunu gösterir. Gişeden istenebilir ya da eve gönderilir.`,
  vi: `Văn phòng cảng in một bảng thủy triều cho cả năm. Bảng này cho biết khi nào nước lên và các con số có chính xác không.
    Bạn có thể hỏi tại quầy hoặc nhận ở nhà.`,
  id: `Kantor pelabuhan mencetak tabel pasang surut untuk satu tahun. Tabel ini menunjukkan kapan air naik dan apakah
    angkanya tepat. Anda dapat memintanya di loket atau menerimanya di rumah.`,
  ru: `Портовая контора печатает таблицу приливов на весь год. В ней видно, когда вода поднимается и насколько точны цифры.
    Её можно попросить в окне или получить по почте.`,
  uk: `Портова контора друкує таблицю припливів на весь рік. У ній видно, коли вода піднімається і наскільки точні цифри. Її
    можна попросити у вікні або отримати поштою.`,
  bg: `Пристанищната служба печата таблица на приливите за цялата година. В нея се вижда кога водата е висока и дали числата
    са точни. Може да се поиска на гишето или да се получи у дома.`,
  sr: `Лучка канцеларија штампа таблицу плиме за целу годину. У њој пише када је вода висока и да ли су бројке тачне. Може
    се добити на шалтеру или се може наручити кући.`,
  ar: `يطبع مكتب الميناء جدول المد والجزر للسنة كلها. ويبين هذا الجدول متى يرتفع الماء وهل الأرقام دقيقة. ويمكن طلبه من
    الشباك أو أن يصل إلى البيت مع البريد.`,
  fa: `دفتر بندر جدول جزر و مد را برای یک سال چاپ می کند. این جدول نشان می دهد که آب کی بالا است و آیا عددها درست هستند.
    آن را می توان از باجه گرفت یا با پست به خانه فرستاد.`,
  he: `משרד הנמל מדפיס לוח גאות ושפל לכל השנה. הלוח מראה מתי המים גבוהים ואם המספרים מדויקים. אפשר לבקש אותו בדלפק או לקבל
    אותו הביתה, אם הוא לא אזל.`,
  el: `Το γραφείο του λιμανιού τυπώνει έναν πίνακα παλίρροιας για όλο τον χρόνο. Δείχνει πότε ανεβαίνει το νερό και αν οι
    αριθμοί είναι ακριβείς.`,
  hi: `बंदरगाह का दफ़्तर पूरे साल के लिए ज्वार की तालिका छापता है। इसमें लिखा है कि पानी कब ऊँचा होता है और आँकड़े कितने
    सही हैं। यह खिड़की पर मिलती है या घर भेजी जाती है।`,
  th: `สำนักงานท่าเรือพิมพ์ตารางน้ำขึ้นน้ำลงตลอดทั้งปี ตารางนี้บอกว่าน้ำขึ้นเมื่อใดและตัวเลขแม่นยำเพียงใด`,
  ko: `항구 사무소는 한 해의 조석표를 인쇄합니다. 이 표에는 물이 언제 높아지는지와 수치가 얼마나 정확한지가 적혀 있습니다. 창구에서
    받거나 집으로 받아 볼 수 있습니다.`,
  ja: `港の事務所は一年分の潮汐表を印刷しています。いつ水位が高くなるか、数値がどれほど正確かが書かれています。窓口で受け取るか、
    自宅に送ってもらうことができます。`,
  zh: `港口办公室印制全年的潮汐表。表中说明水位何时升高，以及数字有多准确。您可以在窗口索取，也可以寄到家里。`,
  'zh-Hant': `港口辦公室印製全年的潮汐表。表中說明水位何時升高，以及數字有多準確。您可以在窗口索取，也可以寄到家裡，這對我們來說很方便。`,
}

describe('detectLanguage', () => {
  it.each(Object.entries(PARAGRAPHS))('is sure of a paragraph in %s', (language, text) => {
    expect(detectLanguage(text)).toEqual({ language, isSure: true })
  })

  it.each([
    ['es', '¿Cómo funciona el widget?'],
    ['de', 'Wie funktioniert das?'],
    ['en', 'How do I install it?'],
    ['pl', 'Jak zainstalować?'],
    ['sv', 'Hur gör man?'],
    ['ru', 'Что это?'],
    ['ja', '料金はいくらですか'],
    ['ko', '설치 방법'],
  ])('tells a short question in %s, and is not sure of it', (language, text) => {
    expect(detectLanguage(text)).toEqual({ language, isSure: false })
  })

  it('reads prose around code, names and terms of another language', () => {
    const code =
      'if (this.value === undefined) { return of(the, with) } // for all of the items in it\n'
    expect(detectLanguage(`${PARAGRAPHS['es']}\n${code.repeat(20)}`)).toMatchObject({
      language: 'es',
    })
    expect(detectLanguage(`GitHub Actions, Docker Compose: ${PARAGRAPHS['ja']}`)).toEqual({
      language: 'ja',
      isSure: true,
    })
    const terms =
      'In-memory data structure store, snapshot of the whole set, append on file backup. '
    expect(detectLanguage(`${terms.repeat(2)}${PARAGRAPHS['ko']}`)?.language).toBe('ko')
    const brands = 'Visual Studio Code, Amazon Web Services, Google Cloud Platform. '.repeat(3)
    expect(detectLanguage(`${brands}${PARAGRAPHS['tr']}`)?.language).toBe('tr')
  })

  it('reads the sentences between commands and terms, whose script alone tells their language', () => {
    const commands =
      'sudo apt update\nansible devops -m ping\nvi hosts\nPlugin gradle jenkins docker image\n'
    const between = (language: string): string => `${commands.repeat(4)}${PARAGRAPHS[language]}`
    for (const language of ['ko', 'ja', 'zh', 'el'])
      expect(detectLanguage(between(language))).toEqual({ language, isSure: true })
    const address = `https://harbour.example/tides/how-to-read-the-table-of-${'x'.repeat(80)}\n`
    expect(
      detectLanguage(`${address.repeat(3)}通过浏览器渲染界面。引入组件造成编译问题。`)?.language,
    ).toBe('zh')
    // English stays English with a quotation.
    expect(detectLanguage(`${PARAGRAPHS['en']?.repeat(3)} ${PARAGRAPHS['ko']}`)?.language).toBe(
      'en',
    )
  })

  it('says nothing of what is no text', () => {
    for (const text of ['', ' \n', '404', '2018061702', 'devrel.jp', 'Pricing', '👍🎉', '{}();'])
      expect(detectLanguage(text)).toBeUndefined()
  })

  it('reads the beginning alone, whatever follows', () => {
    const text = (PARAGRAPHS['fr'] ?? '').repeat(60)
    expect(detectLanguage(`${text}${'the of and to in is '.repeat(50_000)}`)).toEqual({
      language: 'fr',
      isSure: true,
    })
    expect(detectLanguage('\uD800'.repeat(10_000))).toBeUndefined()
    expect(detectLanguage('\u0301'.repeat(10_000))).toBeUndefined()
  })
})
