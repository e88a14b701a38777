/** The text of a page in one language, and a question that a model may ask about it. */
interface HonestCase {
  language: string
  title: string
  /** The paragraphs of the page's text. */
  text: readonly string[]
  question: string
  /** The sentence that answers the question, in the spelling of models. */
  sentence: string
}

/** Questions of models, each of which its page answers. */
export const HONEST: readonly HonestCase[] = [
  {
    language: 'en',
    title: 'Skerry ferry',
    text: [
      'The ferry leaves the old harbour every morning at 7:45 and is back by noon. In winter it runs on Saturdays only, when the sea is calm.',
      'Bicycles travel free of charge if there is room for them on the deck of the boat.',
    ],
    question: 'When does the ferry leave the old harbour?',
    sentence: 'The ferry leaves the old harbour every morning at 7:45 and is back by noon',
  },
  {
    language: 'en',
    title: 'Renewing a permit',
    text: [
      'A permit for residents lasts two years. You can renew it from four weeks before it ends, and the fee of £1,250 is due with the form.',
      'Those who move within the town keep the permit that they have.',
    ],
    question: 'How much is the fee to renew a permit?',
    sentence:
      'You can renew it from four weeks before it ends, and the fee of £1,250 is due with the form.',
  },
  {
    language: 'en',
    title: 'SQLite and large files',
    text: [
      'The journal is written before the pages of the database are. With PRAGMA journal_mode set to WAL, readers never wait for a writer, and a writer doesn’t wait for readers.',
      'A checkpoint moves what was written back into the file of the database.',
    ],
    question: 'Do readers wait for a writer in WAL mode?',
    sentence:
      "With PRAGMA journal_mode set to WAL, readers never wait for a writer, and a writer doesn't wait for readers.",
  },
  {
    language: 'de',
    title: 'Freibad am Wehr',
    text: [
      'Das Freibad ist vom 1. Mai bis zum 15. September geöffnet, täglich von 9 bis 20 Uhr. Die Tageskarte kostet 4,50 Euro, für Kinder die Hälfte.',
      'Das Wasser kommt aus dem Fluss und wird nicht geheizt, sodass es im Mai noch kalt ist.',
    ],
    question: 'Was kostet die Tageskarte für Kinder?',
    sentence: 'Die Tageskarte kostet 4,50 Euro, für Kinder die Hälfte.',
  },
  {
    language: 'de',
    title: 'Bäume schneiden',
    text: [
      'Obstbäume schneidet man am besten im späten Winter, wenn kein starker Frost mehr droht. Bei „Boskoop“ wartet man bis zum März – er treibt spät aus.',
      'Die Wunden heilen dann schnell, weil der Saft bald steigt und die Rinde wieder wächst.',
    ],
    question: 'Wann schneidet man Obstbäume am besten?',
    sentence:
      'Obstbäume schneidet man am besten im späten Winter, wenn kein starker Frost mehr droht.',
  },
  {
    language: 'fr',
    title: 'Le marché de Saint-Malo',
    text: [
      'Le marché se tient le mardi et le vendredi matin, de 8 h à 13 h, sur la place de l’église. Les poissons viennent de la criée et sont vendus le jour même.',
      'Il n’y a pas de parking sur la place, mais les bus de la ville passent toutes les dix minutes.',
    ],
    question: 'Quels jours se tient le marché ?',
    sentence:
      "Le marché se tient le mardi et le vendredi matin, de 8 h à 13 h, sur la place de l'église.",
  },
  {
    language: 'es',
    title: 'Subir al mirador',
    text: [
      'La subida al mirador dura unos cuarenta minutos y no tiene dificultad. El camino está cerrado entre noviembre y marzo por la nieve.',
      'En la cima hay una fuente con agua potable y una mesa para los que llegan con hambre.',
    ],
    question: '¿Cuánto dura la subida al mirador?',
    sentence: 'La subida al mirador dura unos cuarenta minutos y no tiene dificultad.',
  },
  {
    language: 'pt',
    title: 'Biblioteca municipal',
    text: [
      'Cada leitor pode levar até seis livros por três semanas. O prazo é prolongado uma vez, se ninguém estiver à espera do livro.',
      'A biblioteca não cobra multas, mas quem não devolve os livros deixa de poder levar outros.',
    ],
    question: 'Quantos livros pode levar cada leitor?',
    sentence: 'Cada leitor pode levar até seis livros por três semanas.',
  },
  {
    language: 'it',
    title: 'Il rifugio',
    text: [
      'Il rifugio si trova a 2.140 metri ed è aperto da giugno a settembre. Per dormire bisogna prenotare, perché i letti sono solo ventidue.',
      'La sera si mangia tutti insieme alle sette, e chi arriva dopo trova una minestra calda.',
    ],
    question: 'A quanti metri si trova il rifugio?',
    sentence: 'Il rifugio si trova a 2.140 metri ed è aperto da giugno a settembre.',
  },
  {
    language: 'nl',
    title: 'De molen',
    text: [
      'De molen draait elke zaterdag als er genoeg wind is. Een rondleiding duurt een uur en kost zes euro, ook voor kinderen.',
      'Het meel wordt in de winkel verkocht, zolang er nog zakken van de laatste maling zijn.',
    ],
    question: 'Hoe lang duurt een rondleiding door de molen?',
    sentence: 'Een rondleiding duurt een uur en kost zes euro, ook voor kinderen.',
  },
  {
    language: 'sv',
    title: 'Bastun vid sjön',
    text: [
      'Bastun är öppen för alla på torsdagar och kostar 80 kronor. Den som vill bada själv hyr den för en hel kväll och eldar med egen ved.',
      'Det finns en brygga med stege, och isen hålls öppen med en pump under hela vintern.',
    ],
    question: 'När är bastun öppen för alla?',
    sentence: 'Bastun är öppen för alla på torsdagar och kostar 80 kronor.',
  },
  {
    language: 'pl',
    title: 'Muzeum w Toruniu',
    text: [
      'Muzeum jest otwarte od wtorku do niedzieli, a w poniedziałki jest zamknięte. Bilet normalny kosztuje 25 złotych i jest ważny przez cały dzień.',
      'W środy wstęp jest bezpłatny, dlatego wtedy przychodzi najwięcej osób z całego miasta.',
    ],
    question: 'Ile kosztuje bilet normalny?',
    sentence: 'Bilet normalny kosztuje 25 złotych i jest ważny przez cały dzień.',
  },
  {
    language: 'tr',
    title: 'Galata Kulesi',
    text: [
      'Kule her gün 9.00 ile 19.00 arasında açıktır ve bilet girişte satılır. İstanbul’un her yerinden metro ile buraya gelmek çok kolaydır.',
      'Yukarıya asansör çıkar, ama son iki kat için merdiven kullanmak gerekir.',
    ],
    question: 'Kule her gün saat kaçta açık?',
    sentence: 'Kule her gün 9.00 ile 19.00 arasında açıktır ve bilet girişte satılır.',
  },
  {
    language: 'tr',
    title: 'Çay nasıl demlenir',
    text: [
      'Çay önce soğuk su ile yıkanır ve sonra kaynar su eklenir. Demlikte on beş dakika bekledikten sonra içmek için hazır olur.',
      'Su bir kez kaynamış olmalı, çünkü çok kaynayan su çayın tadını bozar ve rengi daha koyu olur.',
    ],
    question: 'Çay demlikte kaç dakika bekler?',
    sentence: 'Demlikte on beş dakika bekledikten sonra içmek için hazır olur.',
  },
  {
    language: 'ja',
    title: '市民プールのご案内',
    text: [
      '市民プールは毎週火曜日から日曜日まで、午前9時から午後8時まで営業しています。大人の入場料は４００円で、小学生は無料です。',
      'ロッカーには百円硬貨が必要ですが、使用後に戻ります。水泳帽を必ず着用してください。',
    ],
    question: '市民プールの大人の入場料はいくらですか？',
    sentence: '大人の入場料は400円で、小学生は無料です。',
  },
  {
    language: 'ja',
    title: 'PostgreSQLのバックアップ',
    text: [
      'バックアップは毎晩二時に取得され、三十日間保存されます。復元にはpg_restoreを使い、データベースを先に作成しておきます。',
      '大きな表では並列に復元すると時間を短縮できますが、メモリの使用量は増えます。',
    ],
    question: 'バックアップは何日間保存されますか？',
    sentence: 'バックアップは毎晩二時に取得され、三十日間保存されます',
  },
  {
    language: 'zh',
    title: '老桥',
    text: [
      '老桥于1932年开放，全长一千二百米。桥上有两条车道和一条人行道，晚上十点以后不允许卡车通行。',
      '每年春天，工人们都会重新给桥刷漆，因为海风中的盐会使钢铁生锈。',
    ],
    question: '老桥全长多少米？',
    sentence: '老桥于1932年开放，全长一千二百米。',
  },
  {
    language: 'ko',
    title: '숲속 도서관',
    text: [
      '도서관은 평일 오전 9시부터 오후 10시까지 문을 엽니다. 책은 한 번에 다섯 권까지 빌릴 수 있고 기간은 2주입니다.',
      '예약한 사람이 없으면 한 번 연장할 수 있으며, 연장은 집에서도 할 수 있습니다.',
    ],
    question: '책은 한 번에 몇 권까지 빌릴 수 있나요?',
    sentence: '책은 한 번에 다섯 권까지 빌릴 수 있고 기간은 2주입니다.',
  },
  {
    language: 'ar',
    title: 'متحف المدينة',
    text: [
      'يفتح المتحف أبوابه كل يوم من الساعة التاسعة صباحا حتى الخامسة مساء ما عدا يوم الجمعة. سعر التذكرة ٢٥ درهما للكبار، والدخول مجاني للأطفال.',
      'يمكن للزوار أن يتركوا حقائبهم عند المدخل، ولا يسمح بالتصوير في القاعات.',
    ],
    question: 'ما هو سعر التذكرة للكبار في المتحف؟',
    sentence: 'سعر التذكرة ٢٥ درهما للكبار، والدخول مجاني للأطفال.',
  },
  {
    language: 'ru',
    title: 'Ночной поезд',
    text: [
      'Поезд отправляется из Москвы в 22:15 и прибывает утром в Казань. В каждом вагоне есть душ, а завтрак входит в цену билета.',
      'Билеты продаются за девяносто дней до поездки, и их можно вернуть до самого отправления.',
    ],
    question: 'Когда поезд отправляется из Москвы?',
    sentence: 'Поезд отправляется из Москвы в 22:15 и прибывает утром в Казань.',
  },
]

export const honestPage = ({ language, title, text }: HonestCase): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1>${text.map((line) => `<p>${line}</p>`).join('\n')}</main></body></html>`
