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
      label: 'このページを要約する',
      sentence: 'ページの内容を5つの箇条書きで要約してください。数値と名称は正確に保ってください。',
    },
    key_takeaways: {
      label: '要点を挙げる',
      sentence: '要点を挙げ、それぞれが誰にとって大切なのかを示してください。',
    },
    explain: {
      label: 'わかりやすく説明する',
      sentence: '{{topic|quote}}について、ページに基づき、例を1つ挙げて初心者に説明してください。',
    },
    ask: {
      label: 'このページについて質問する',
      sentence:
        '次の質問にページに基づいて答え、ページに書かれていない場合はそう伝えてください：{{question|quote}}',
    },
    compare: {
      label: '他の情報源と比べる',
      sentence:
        '{{topic|quote}}についてページの記述を、独立した他の2つの情報源と比較し、3つすべてのリンクを示してください。',
    },
    apply: {
      label: 'チェックリストにする',
      sentence:
        '手順を私の状況に合わせたチェックリストにしてください。足りない情報があれば先に質問してください。',
    },
    critique: {
      label: '主張を確かめる',
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
  usual: {
    productFit: '{{product}}は誰に向いていますか？',
    productCost: '{{product}}の価格と含まれる内容は？',
    plan: 'どのプランがどのような用途に合いますか？',
    when: '{{title|quote}}はいつどこで開催されますか？',
    join: '{{title|quote}}にはどうすれば参加できますか？',
    ingredients: '{{title|quote}}に必要な材料は何ですか？',
    duration: '{{title|quote}}を作るのにどのくらい時間がかかりますか？',
    knownFor: '{{title|quote}}は何で知られていますか？',
    plainLegal: 'この文書は私にとってどういう意味ですか？',
    offer: '{{site_name}}は誰に何を提供していますか？',
    behind: '{{site_name}}は誰が運営していますか？',
    contact: '{{site_name}}への連絡方法は？',
  },
}
