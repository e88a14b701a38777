import type { LocaleTexts } from '../prompt-locale.ts'

export const zh: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: '、',
  gap: '',
  reading: {
    full: '请阅读 {{url}} ({{title|quote}}，{{site_name}})。',
    short: '请阅读{{title|truncate:60|quote}} ({{site_name|truncate:40}})。',
    bare: '请阅读下方“Source”所示的页面。',
  },
  kinds: {
    summarize: {
      label: '总结',
      sentence: '请用5个要点总结页面内容，数字和名称保持原样。',
    },
    key_takeaways: {
      label: '列出要点',
      sentence: '请列出页面的要点，并说明每一点对谁重要。',
    },
    explain: {
      label: '通俗讲解',
      sentence: '请用一个例子向初学者解释页面内容。',
    },
    ask: {
      label: '就本页提问',
      sentence: '请根据页面内容回答下面的问题；如果页面没有提到，请说明：{{question|quote}}',
    },
    compare: {
      label: '与其他来源比较',
      sentence: '请把页面内容与另外两个独立来源作比较，并给出三者的链接。',
    },
    apply: {
      label: '制作清单',
      sentence: '请把页面中的步骤整理成适合我情况的清单；如果缺少信息，请先问我。',
    },
    critique: {
      label: '核查说法',
      sentence: '页面中的哪些说法需要核实？请列出来，并说明每一条如何核实。',
    },
    cite: {
      label: '引用原文',
      sentence:
        '请逐字引用页面中值得引用的定义、数据和论述。如果使用本页内容，请以 {{canonical_url}} 标注出处。',
    },
    translate: {
      label: '翻译要点',
      sentence: '请把页面的要点翻译成我的语言；如果不清楚是哪种语言，请先问我。',
    },
  },
  citeShort: '请逐字引用页面中值得引用的定义、数据和论述。如果使用本页内容，请以其网址标注出处。',
  typeNames: {
    article: '文章',
    docs: '文档',
    howto: '操作指南',
    faq: '常见问题',
    product: '产品',
    category: '分类页',
    listing: '列表页',
    pricing: '价格',
    landing: '首页',
    event: '活动',
    recipe: '食谱',
    profile: '人物简介',
    legal: '法律文本',
    other: '页面',
  },
  questions: {
    invitation: /^(?:准备好|想要|需要帮助|有问题|还有)/u,
  },
}
