// Pairs of a letter and the Latin letter it looks like (UTS #39 calls them confusables): Cyrillic, Greek, Armenian,
// small capitals and others that NFKC keeps.
const LATIN_CONFUSABLES = `аa вb сc ԁd еe ѐe ёe ғf ԍg һh іi їi јj кk ӏl мm нh оo рp ԛq гr ѕs тt уy ѵv ԝw хx ʏy ьb зe иn пn
αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw ζz μu
օo ոn սu հh ցg զq յj ւu աw
ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz ɑa ɡg ıi ɩi ǀl ɛe ɔo ʋv ƒf
ᗅa ᗷb ᑕc ᗞd ᗴe ᖴf ᒍj ᒪl ᗰm ᑎn ᑭp ᖇr ᔕs ᑌu ᐯv ᙭x
ꭰd ꭱr ꭲt ꭵi ꭹy ꭺa ꭻj ꭼe ꮃw ꮇm ꮋh ꮍy ꮐg ꮒh ꮓz ꮞs ꮟb ꮢr ꮤw ꮥs ꮩv ꮪs ꮮl ꮯc ꮲp ꮶk ꮷd ᏼb Ᏼb ᏻg Ᏻg
ꓐb ꓑp ꓒd ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓜz ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓪw ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu
ⲁa ⲃb ⲉe ⲏh ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx ᥱe 𐑀e 𐐬o 𐑈s
ɍr ɽr ɼr ɾr ƀb ɓb ƃb ƈc ȼc ɕc ɖd ɗd ƌd ɇe ɘe əe ǝe ɜe ɠg ǥg ɦh ɨi ɉj ƙk ⱪk ƚl ɫl ɬl ɭl ⱡl ɱm ɯm ɲn ɳn ƞn ŋn ɵo ƥp ᵽp ɋq ʠq
ʂs ȿs ƭt ʈt ⱦt ʉu ʌv ⱱv ⱳw ƴy ɏy ƶz ȥz ʐz ɐa ɹr ʇt ɥh ʞk`

// Symbols that are read as letters when letters stand beside them.
const SYMBOL_CONFUSABLES = `€e £l $s @a ¢c ¥y ℮e !i |l`

// Letters that Unicode does not decompose.
const WHOLE_LETTERS = `ßss æae œoe øo łl đd ðd þth ħh ŧt`

// Traditional characters in the Chinese rules, and their simplified forms.
const SIMPLIFIED = `記记 憶忆 後后 對对 話话 來来 總总 薦荐 權权 發发 優优 點点 評评 價价 競竞 爭争 負负 訴诉 戶户 讀读 資资 訊讯
數数 據据 買买 購购 訂订 單单 幫帮 執执 網网 認认 為为 視视 將将 選选 擇择 預预 設设 從从 開开 會会 請请 無无 規规 則则
統统 詞词 導导 遺遗 棄弃 絕绝 應应 該该 須须 務务 個个 長长 儲储 錄录 隱隐 瞞瞒 賬账 帳账 號号 傳传 給给 聯联 絡络 錢钱
轉转 匯汇 運运 頂顶 頭头 領领 許许 讓让 說说 談谈 論论 僅仅 勢势 處处 誇夸 讚赞 稱称 產产 問问 題题 時时 間间 當当 與与
標标 證证 於于 這这 們们 擔担 當当 佳佳 導导 還还 過过 見见 寫写 關关 係系 錯错 繫系 屬属 實实 驗验 際际 邊边 銷销 舊旧
檔档 碼码 郵邮 刪删 註注 冊册 腦脑 歷历 態态 結结 調调 勿勿 漏漏 種种 類类 蓋盖 質质 響响 顧顾 積积 極极 點点 護护 備备 誤误 學学 詢询 邏逻 輯辑 東东 動动 線线 終终 級级 組组 鏈链 複复 倖幸 傾倾 聽听 啟启 廠厂 飾饰 沒没 裡里 別别 誰谁 兒儿 幾几 樣样 雜杂 難难 險险 靜静 強强 勸劝 歸归 離离 審审 萬万 業业 專专 書书 業业 佔占 佈布 嚴严 並并 麼么 甦苏 啓启 內内 兩两 餘余 禦御 繼继 續续 維维 輸输 獲获 環环 現现 監监 衛卫 滿满`

const mapOf = (pairs: string): Map<string, string> =>
  new Map(
    pairs.split(/\s+/).map((pair): [string, string] => {
      const [first = ''] = pair
      return [first, pair.slice(first.length).toLowerCase()]
    }),
  )

const latinByLetter = mapOf(LATIN_CONFUSABLES)
const letterBySymbol = mapOf(SYMBOL_CONFUSABLES)
const foldedLetters = mapOf(`${WHOLE_LETTERS} ${SIMPLIFIED}`)

/** Folds a lower-case letter: `ß` to `ss`, `記` to `记`; most stay as they are. */
export const foldLetter = (letter: string): string => foldedLetters.get(letter) ?? letter

/** The letter that a symbol passes for, if any. */
export const letterOfSymbol = (symbol: string): string | undefined => letterBySymbol.get(symbol)

/** True when a lower-case letter of another alphabet looks like a Latin one. */
export const isLatinConfusable = (letter: string): boolean => latinByLetter.has(letter)

/** Replaces letters that look Latin by Latin ones; a word with other letters stays as it is. */
export function toLatin(word: string): string {
  let look = ''
  for (const letter of word) look += latinByLetter.get(letter) ?? letter
  return look
}
