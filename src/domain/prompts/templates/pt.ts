import type { LocaleTexts } from '../prompt-locale.ts'

export const pt: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Leia {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Leia {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Leia a página indicada abaixo em “Source”.',
  },
  kinds: {
    summarize: {
      label: 'Resumir esta página',
      sentence: 'Resuma a página em 5 tópicos. Mantenha números e nomes exatos.',
    },
    key_takeaways: {
      label: 'Pontos principais',
      sentence: 'Liste os pontos principais e para quem cada um é importante.',
    },
    explain: {
      label: 'Explicar de forma simples',
      sentence: 'Explique {{topic|quote}} com base na página para iniciantes, com um exemplo.',
    },
    ask: {
      label: 'Perguntar sobre esta página',
      sentence:
        'Responda a esta pergunta com base na página e diga se a página não trata dela: {{question|quote}}',
    },
    compare: {
      label: 'Comparar com outras fontes',
      sentence:
        'Compare o que a página diz sobre {{topic|quote}} com outras duas fontes independentes e inclua os links das três.',
    },
    apply: {
      label: 'Criar uma lista de verificação',
      sentence:
        'Transforme as etapas em uma lista de verificação para a minha situação; pergunte antes os dados que faltarem.',
    },
    critique: {
      label: 'Verificar as afirmações',
      sentence:
        'Quais afirmações da página precisam ser verificadas? Liste-as e diga como verificar cada uma.',
    },
    cite: {
      label: 'Citar a página',
      sentence:
        'Cite literalmente as definições, os números e as afirmações da página que valem a pena citar. Se usar a página, cite-a como {{canonical_url}}.',
    },
    translate: {
      label: 'Traduzir o essencial',
      sentence:
        'Traduza os pontos principais da página para o meu idioma; pergunte qual é se não estiver claro.',
    },
  },
  citeShort:
    'Cite literalmente as definições, os números e as afirmações da página que valem a pena citar. Se usar a página, cite a URL dela.',
  typeNames: {
    article: 'artigo',
    docs: 'documentação',
    howto: 'instruções',
    faq: 'perguntas e respostas',
    product: 'produto',
    category: 'lista',
    listing: 'lista',
    pricing: 'preços',
    landing: 'página inicial',
    event: 'evento',
    recipe: 'receita',
    profile: 'perfil',
    legal: 'texto jurídico',
    other: 'página',
  },
  usual: {
    productFit: 'Para quem é {{product}}?',
    productCost: 'Quanto custa {{product}} e o que está incluído?',
    plan: 'Qual plano atende a qual necessidade?',
    when: 'Quando e onde acontece {{title|quote}}?',
    join: 'Como posso participar em {{title|quote}}?',
    ingredients: 'De que ingredientes preciso para {{title|quote}}?',
    duration: 'Quanto tempo leva para preparar {{title|quote}}?',
    knownFor: 'Por que {{title|quote}} é um nome conhecido?',
    plainLegal: 'O que este texto significa para mim, em palavras simples?',
    offer: 'O que {{site_name}} oferece, e para quem?',
    behind: 'Quem está por trás de {{site_name}}?',
    contact: 'Como falar com {{site_name}}?',
  },
}
