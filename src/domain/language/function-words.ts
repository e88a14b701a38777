// The commonest small words of languages that sites are written in; a third of all running text consists of them. A
// word that several languages have counts for each of them by its share, so that the words that tell similar languages
// apart decide.

const LISTS: Readonly<Record<string, string>> = {
  en: `the of and to in is that for it with as was on are by this be at from or have an not you which but we they his her can
    will if their has more when there what do how your all one about our i me my us were been would who than them`,
  de: `der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie
    nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis durch man wenn ich
    wir ihr`,
  fr: `le la les de des du et en un une est dans pour que qui par sur au aux ce il pas plus ne se sont avec son sa ses cette
    ces ou mais nous vous leur être fait comme tout elle été aussi peut je on si dont où sans d l qu tu me te mon ma mes`,
  es: `de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ha o este porque esta entre
    cuando muy sin sobre también hasta hay donde desde todo nos todos les ni eso esto qué otro otra puede son está ser cómo mi te tu
    sus fue he yo él ella era`,
  pt: `de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser
    quando muito há nos já está também só pelo pela até isso ela entre sem são você foram essa suas num`,
  it: `di che e la il un a per in una è non sono con ha si lo le i da ma come anche più del della dei delle nel nella alla al
    dal questo questa gli se ci o perché essere quando cosa suo sua loro molto dopo può stato ne quello solo ogni dove chi`,
  ca: `de la que i el a en els les del per un una amb és no al es dels als com més o però també ha aquest aquesta són hi seva
    seu va pel entre quan fins molt sobre tot ser això aquests perquè on l d què`,
  gl: `de a o que e do da en un unha para é con non os no se na por máis as dos como pero foi ao das ten á seu súa ou ser
    cando moito nos xa está tamén só polo pola ata isto ela entre sen quen este son nun nunha pode hai onde`,
  eu: `eta da ez du bat ere dira zuen hau den baina dute dela egin izan zen gure batean baino hori zer nola egiteko honetan
    dituzte izango beste`,
  nl: `de het een en van in is dat op te zijn voor met die niet aan er om ook als dan maar bij of uit nog naar heeft wordt
    door over zo ze wel hij worden werd kan meer deze dit hebben geen wat je u we ik was tot hun kunnen moet`,
  af: `die en van in is dit het nie vir met op aan te wat as n hy sy om maar ook word by deur kan daar ons jy was sal hulle
    moet hierdie`,
  sv: `och i att det som en på är av för med till den har de inte om ett han men var jag från vi så kan man när eller nu där
    hon ut ska också hur mycket alla här vara under mot finns efter upp vad sig detta än du`,
  da: `og i at det en er til på som af den de med for ikke der et har var han om men jeg fra vi så kan man når eller nu hun
    ud skal også hvor meget alle her være mod efter op hvad sig dette end du kun blev mig dig hvis`,
  nb: `og i at det en er til på som av den de med for ikke et har var han om men jeg fra vi så kan man når eller nå hun ut
    skal også hvor mye alle her være mot etter opp hva seg dette enn du bare ble meg deg hvis`,
  is: `og að í er á sem það ekki til um við með en hann var af fyrir ég hún þetta þá eru úr frá svo hafa eða verið þess þar`,
  fi: `ja on ei se että oli ovat joka mutta myös kun tai hän sen ole kuin niin mukaan vain nyt jo mitä jos voi sekä ollut
    siitä tämä tässä sitä olla ne jälkeen kanssa jotka tämän mikä miten voit`,
  et: `ja on ei et see ka oma kui mis ning oli aga või tema siis nii juba veel kes selle seda olid nad pole saab võib kõik
    mida kuid meie`,
  lv: `un ir ar no uz par lai tas ka kā arī vai bet ja kas to pēc tiek tika būs nav pie jau tikai var līdz gan šis savu kur`,
  lt: `ir yra į iš kad su bet tai kaip už jau tik buvo ar jis apie nuo ne dėl savo prie taip po gali būti kas jų šis nėra kai
    arba`,
  pl: `i w na z do nie się że to jest o jak za od po przez dla są ale co tak czy który która które oraz jego tym by był być
    tego jej przy może też już było ich tylko ze przed pod lub ten można także jako gdy`,
  cs: `a v na se je že s z do o to i jako za by ve pro ale k od po jsou který která které si jeho nebo tak aby před při bylo
    být až jen co také už však byl bude není podle než kde když může`,
  sk: `a v na sa je že s z do o to aj ako za by vo pre ale k od po sú ktorý ktorá ktoré si jeho alebo tak aby pred pri bolo
    byť až len čo tiež už však bol bude nie podľa než kde keď môže`,
  sl: `in je v na se da za so ki z pa ne s po od kot tudi bi bo o pri iz do ali še bil ga ni sta lahko ko če tem ter njih kar
    med le več zaradi kako`,
  hr: `i u je se na da za su od s a o iz kao ne bi koji koja koje to po će ili što do sve ali kako samo nije bio sam ih te ga
    biti može prema nakon zbog više već gdje`,
  ro: `și de în la a cu că pe nu se din o un pentru este care sau mai prin sunt fi ca au fost al ale lui să după dar cel
    dintre către iar ce cum când fără acest această unei unui lor poate`,
  hu: `a az és hogy nem is egy ez meg de csak van már mint el volt ki vagy még be sem azt ha mert fel kell után lehet minden
    olyan több ezt majd nagyon szerint között amely illetve pedig így`,
  tr: `ve bir bu da de için ile çok daha olarak olan gibi ne var kadar sonra en ama ya mi her o ki veya değil nasıl ise hem
    göre biz siz kendi tüm yeni olduğu önce`,
  az: `və bir bu üçün ilə də olan kimi daha sonra olaraq edir ki çox hər var amma ya da bunu necə`,
  sq: `dhe të në e i për me një nga është që si më ka janë por nuk u do kjo ky se pas ose edhe mund duke`,
  vi: `và của là có trong được cho không các một với những người này khi đã đến từ để cũng như về ra vào tại nhưng hơn sẽ
    nhiều rất bạn đó ở thì hay nếu bị`,
  id: `yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena tersebut bisa ada mereka lebih telah
    oleh sebagai atau adalah dapat kami anda kita secara setelah seperti antara hanya sudah`,
  tl: `ang ng sa mga na ay at ko ito hindi para may kung siya ako nila ang isang upang mula nito`,
  sw: `na ya wa kwa ni katika za la kuwa hii hiyo yake kama cha au lakini pia vya hivyo`,
  ru: `и в не на что с по как это из от для к за но а то его у или так все мы вы быть был их если при может он она они также`,
  uk: `і в не на що з та як це до за для від по про але а то його у або так все ми ви бути був їх якщо при може є й він вона
    коли який яка які щоб тому дуже цього цей ця ці можна буде лише після`,
  be: `і ў не на што з па як гэта ад для да за але а яго у або так усе мы вы быць быў іх калі пры можа ён яна
    таксама якая якія каб таму вельмі гэтага гэты гэтая можна будзе толькі пасля`,
  bg: `и в не на че с по как това от за да се е са но а или така всички ние вие бъде беше им ако при може който си ще към до`,
  sr: `и у не на да с по као то од за је се су али а га или тако све ми ви бити био их ако при може који која из што`,
  mk: `и во не на дека со по како тоа од за да се е но а или така сите ние вие биде беше им ако при може кој што ќе до`,
  ar: `في من على إلى أن هذا التي مع عن ما لا كان هذه الذي كما أو بعد بين قد كل لم هو هي ذلك`,
  fa: `و در به از که این را با است برای آن یک خود تا بر هم شده می هر یا نیز شود کرد`,
  ur: `کے کی میں ہے اور سے کا کو پر نے ہیں یہ کہ جو بھی تھا ایک اس لیے نہیں`,
  he: `של על את לא זה גם עם או כי הוא היא יש כל אם אני אך מה כמו אבל רק`,
  el: `και το να του η της με που για την στο από είναι δεν θα τα σε ο οι των ένα μια ή ότι`,
  hi: `के में है की और से का को पर यह हैं कि एक ने भी नहीं लिए कर या तो`,
  mr: `आणि आहे या हे की ते मध्ये हा नाही आहेत एक होते करून त्या`,
  ne: `र छ को मा यो छन् गर्न पनि भएको हो लागि गरेको एक`,
}

// Words that questions begin with; they show the language of a short question.
const QUESTION_WORDS: Readonly<Record<string, string>> = {
  en: 'how what when where why which who can does is are should',
  de: 'wie was wann wo warum wieso welche welcher welches wer wem kann gibt wieviel wozu',
  fr: 'comment quand où pourquoi quel quelle quels quelles combien quoi est-ce peut-on',
  es: 'cómo cuándo dónde quién quiénes cuál cuáles cuánto cuánta qué puedo hay',
  pt: 'como quando onde quem qual quais quanto quanta posso há',
  it: 'come quando dove perché chi quale quali quanto quanta posso cosa',
  ca: 'com quan on qui quin quina quins quant puc hi',
  gl: 'como cando onde quen cal canto podo hai',
  nl: 'hoe wat wanneer waar waarom welke welk wie kan hoeveel',
  sv: 'hur vad när var varför vilken vilket vilka vem kan',
  da: 'hvordan hvad hvornår hvor hvorfor hvilken hvilket hvilke hvem kan',
  nb: 'hvordan hva når hvor hvorfor hvilken hvilket hvilke hvem kan',
  fi: 'miten mitä milloin missä miksi mikä kuka paljonko onko voiko',
  pl: 'jak co kiedy gdzie dlaczego który jaka jaki kto ile czy',
  cs: 'jak co kdy kde proč který jaká jaký kdo kolik lze',
  sk: 'ako čo kedy kde prečo ktorý aká aký kto koľko možno',
  hr: 'kako što kada gdje zašto koji kakav tko koliko mogu',
  ro: 'cum ce când unde care cine cât câte pot',
  hu: 'hogyan mi mikor hol miért melyik ki mennyi hány lehet',
  tr: 'nasıl ne zaman nerede neden hangi kim kaç mı mi mu nedir',
  id: 'bagaimana apa kapan mana mengapa siapa berapa apakah',
  ru: 'как что когда где почему какой какая какие кто сколько можно ли',
  uk: 'як що коли де чому який яка які хто скільки можна чи',
  bg: 'как какво кога къде защо кой коя кои колко мога ли',
}

// Letters that few languages have.
const LETTERS: Readonly<Record<string, string>> = {
  de: 'ß ä ü ö',
  fr: 'œ ê î ù ç',
  es: 'ñ',
  pt: 'ã õ ç',
  ca: 'ç ŀ',
  gl: 'ñ',
  sv: 'å ä ö',
  da: 'æ ø å',
  nb: 'æ ø å',
  is: 'ð þ æ ö',
  fi: 'ä ö',
  et: 'õ ä ö ü',
  lv: 'ā ē ī ū ļ ņ ķ ģ š ž',
  lt: 'ė ų ū į ą š ž',
  pl: 'ł ą ę ś ź ż ć ń',
  cs: 'ř ě ů š ž č',
  sk: 'ľ ĺ ŕ ô ť š ž č',
  sl: 'š ž č',
  hr: 'đ ć š ž č',
  ro: 'ș ț ă ş ţ',
  hu: 'ő ű ö ü',
  tr: 'ğ ı ş ö ü ç',
  az: 'ə ğ ı ş ö ü ç',
  sq: 'ë ç',
  vi: 'đ ơ ư ạ ả ấ ầ ẩ ậ ắ ặ ế ề ể ệ ị ọ ố ồ ổ ộ ớ ờ ợ ụ ứ ừ ữ ự ỹ',
  ru: 'ы э ё',
  uk: 'ї є ґ і',
  be: 'ў ы э ё і',
  sr: 'ђ ћ џ љ њ ј',
  mk: 'ѓ ќ ѕ џ љ њ ј',
  fa: 'پ چ ژ گ ک ی',
  ur: 'ٹ ڈ ڑ ے ں ہ پ چ گ ک ی',
  ar: 'ة ى ي ك',
}

/** The languages that a small word belongs to, by the word; the more languages, the less the word says. */
export const LANGUAGES_BY_WORD: ReadonlyMap<string, readonly string[]> = tableOf(
  LISTS,
  QUESTION_WORDS,
)
/** The languages that a letter belongs to, by the letter; the more languages, the less the letter says. */
export const LANGUAGES_BY_LETTER: ReadonlyMap<string, readonly string[]> = tableOf(LETTERS)

function tableOf(
  ...parts: readonly Readonly<Record<string, string>>[]
): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, Set<string>>()
  for (const lists of parts) {
    for (const [language, list] of Object.entries(lists)) {
      for (const word of list.split(/\s+/)) {
        table.set(word, (table.get(word) ?? new Set()).add(language))
      }
    }
  }
  return new Map([...table].map(([word, languages]) => [word, [...languages]]))
}
