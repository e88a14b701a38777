import type { LocaleTexts } from '../prompt-locale.ts'

export const ja: LocaleTexts = {
  quotes: { open: '「', close: '」', innerOpen: '『', innerClose: '』' },
  listSeparator: '、',
  gap: '',
  reading: {
    full: '{{url}} ({{title|quote}}、{{site_name}}) を読んでください。',
    short: '{{title|truncate:60|quote}} ({{site_name|truncate:40}}) を読んでください。',
    bare: '下の「Source」に示すページを読んでください。',
  },
  kinds: {
    summarize: {
      label: '要約する',
      sentence: 'ページの内容を5つの箇条書きで要約してください。数値と名称は正確に保ってください。',
    },
    key_takeaways: {
      label: '要点を挙げる',
      sentence: '要点を挙げ、それぞれが誰にとって大切なのかを示してください。',
    },
    explain: {
      label: 'わかりやすく説明する',
      sentence: 'ページの内容を、例を1つ挙げて初心者に説明してください。',
    },
    ask: {
      label: 'このページについて質問する',
      sentence:
        '次の質問にページに基づいて答え、ページに書かれていない場合はそう伝えてください：{{question|quote}}',
    },
    compare: {
      label: '他の情報源と比べる',
      sentence:
        'ページの記述を、独立した他の2つの情報源と比較し、3つすべてのリンクを示してください。',
    },
    apply: {
      label: 'チェックリストにする',
      sentence:
        '手順を私の状況に合わせたチェックリストにしてください。足りない情報があれば先に質問してください。',
    },
    critique: {
      label: '主張を検証する',
      sentence:
        'ページのどの主張に確認が必要ですか。それぞれの確認方法とともに一覧にしてください。',
    },
    cite: {
      label: '引用する',
      sentence:
        'ページの中で引用する価値のある定義、数値、記述をそのまま引用してください。ページを使う場合は、出典として {{canonical_url}} を示してください。',
    },
    translate: {
      label: '要点を翻訳する',
      sentence:
        'ページの要点を私の言語に翻訳してください。どの言語かわからない場合は質問してください。',
    },
  },
  citeShort:
    'ページの中で引用する価値のある定義、数値、記述をそのまま引用してください。ページを使う場合は、出典としてそのURLを示してください。',
  typeNames: {
    article: '記事',
    docs: 'ドキュメント',
    howto: '手順',
    faq: 'よくある質問',
    product: '製品',
    category: '一覧',
    listing: '一覧ページ',
    pricing: '料金',
    landing: 'トップページ',
    event: 'イベント',
    recipe: 'レシピ',
    profile: 'プロフィール',
    legal: '法的文書',
    other: 'ページ',
  },
  questions: {
    asks: /(?:か|とは)[?？]$|何|なに|なん|なぜ|どう|どの|どこ|いつ|誰|だれ|いくら|どれ|どんな|いくつ/u,
    invitation:
      /^(?:で、|では、|じゃあ?、|さて、|それで、|だから|お前|あなた|皆さん|みなさん|ご興味|お困り|興味|準備|え|本当)|(?:ませんか|ないか|ないでしょうか|ないのか|知っていますか|ご存じ[^?？]*|いかがですか|いかがでしょうか|ってどう|(?:て|で)み(?:ては|たら)(?:どう(?:ですか|でしょうか)?)?)[?？]$/u,
  },
}
