import type { LocaleTexts } from '../prompt-locale.ts'

const THINGS =
  '优势|优点|缺点|特点|特性|区别|差异|限制|步骤|方法|原因|好处|用途|功能|要求|条件|类型|种类|目标|原则|组成'

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
      label: '总结本页',
      sentence: '请用5个要点总结页面内容，数字和名称保持原样。',
    },
    key_takeaways: {
      label: '列出要点',
      sentence: '请列出页面的要点，并说明每一点对谁重要。',
    },
    explain: {
      label: '通俗讲解',
      sentence: '请根据页面内容，用一个例子向初学者解释{{topic|quote}}。',
    },
    ask: {
      label: '就本页提问',
      sentence: '请根据页面内容回答下面的问题；如果页面没有提到，请说明：{{question|quote}}',
    },
    compare: {
      label: '与其他来源比较',
      sentence: '请把页面中关于{{topic|quote}}的内容与另外两个独立来源作比较，并给出三者的链接。',
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
  usual: {
    productFit: '{{product}}适合哪些人？',
    productCost: '{{product}}的价格是多少，包含哪些内容？',
    plan: '哪种方案适合哪种需求？',
    when: '{{title|quote}}在何时何地举行？',
    join: '怎样参加{{title|quote}}？',
    ingredients: '做{{title|quote}}需要哪些食材？',
    duration: '做{{title|quote}}需要多长时间？',
    knownFor: '{{title|quote}}因什么而知名？',
    plainLegal: '用通俗的话说，这份文本对我意味着什么？',
    offer: '{{site_name}}提供什么，面向哪些人？',
    behind: '{{site_name}}由谁运营？',
    contact: '如何联系{{site_name}}？',
  },
  questions: {
    readings: [
      [/^((?:如何|怎样|怎么|为什么|为何|什么是|何时)[^?？。]{1,60})$/u, '$1？'],
      [/^([^?？。]{1,60}(?:是什么|有哪些))$/u, '$1？'],
      [/^([^?？。]{1,40}(?:与|和|跟)[^?？。]{1,40}的(?:区别|差异|不同))$/u, '$1是什么？'],
      [new RegExp(`^([^?？。]{1,60}的(?:${THINGS}))$`, 'u'), '$1有哪些？'],
      [/^([^?？。]{2,40})(?:简介|介绍)$/u, '$1是什么？'],
    ],
    ofPage: [
      [/^(?:快速开始|快速入门|入门)$/u, '如何开始使用 $1？'],
      [/^安装$/u, '如何安装 $1？'],
      [/^(?:贡献者|贡献者列表)$/u, '$1 有哪些贡献者？'],
    ],
    steps: [
      [
        /^((?:安装|配置|使用|创建|运行|构建|编译|部署|启动|提交|设置|下载|导入|导出|升级|删除|添加|验证|发布) ?[^?？。的]{1,40})$/u,
        '如何$1？',
      ],
    ],
    definition: /^(?<term>[^，。?？\s：:][^，。?？：:]{0,28}?) ?是(?:一(?:个|种|款|套|项)|指)/u,
    meaning: '什么是 $1？',
    invitation: /^(?:准备好|想要|需要帮助|有问题|还有)/u,
    points: '“$1”的要点有哪些？',
    gist: '文章“$1”讲了什么？',
    says: '关于“$1”，$2上是怎么说的？',
    pageSays: '关于“$1”，页面讲了什么？',
    // A space stands only beside letters of another script.
    mend: [[/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '']],
    use: '$1 有什么作用？',
    facts: {
      price: '$1的价格是多少？',
      who: '$1是谁？',
      prices: [
        [
          /^([^，。?？：“”（）]{2,30}?)的?(?:价格|票价|售价)(?:为|是) ?[¥￥]?[\d,.]{1,10} ?元/u,
          '$1的价格是多少？',
        ],
      ],
      dates: [
        [
          /^([^，。?？：“”]{2,30}?)(成立|创立|创办|创建|发布)于 ?(?:1[5-9]|20)\d\d ?年/u,
          '$1是什么时候$2的？',
        ],
        [
          /^([^，。?？：“”]{2,30}?)于 ?(?:1[5-9]|20)\d\d ?年[^，。]{0,20}?(成立|创立|创办|创建|发布|推出)/u,
          '$1是什么时候$2的？',
        ],
        [/^([^，。?？：“”]{2,30}?)将于 ?20\d\d ?年[^。]{0,40}?(举行|举办)/u, '$1什么时候$2？'],
      ],
      people: [
        [
          /^([王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文]\p{Script=Han}{1,2}|\p{Script=Han}{2,6}·\p{Script=Han}{2,8})是[^，。]{0,20}(?:创始人|创办人|首席执行官|总裁|教授|作家|诗人|画家|歌手|科学家|律师|医生)(?:[，。]|$)/u,
          '$1是谁？',
        ],
      ],
    },
  },
}
