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
      label: 'Resumir',
      sentence: 'Resuma a página em 5 tópicos. Mantenha números e nomes exatos.',
    },
    key_takeaways: {
      label: 'Pontos principais',
      sentence: 'Liste os pontos principais e para quem cada um é importante.',
    },
    explain: {
      label: 'Explicar de forma simples',
      sentence: 'Explique a página para iniciantes, com um exemplo.',
    },
    ask: {
      label: 'Perguntar sobre esta página',
      sentence:
        'Responda a esta pergunta com base na página e diga se a página não trata dela: {{question|quote}}',
    },
    compare: {
      label: 'Comparar com outras fontes',
      sentence:
        'Compare o que a página diz com outras duas fontes independentes e inclua os links das três.',
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
      label: 'Citar',
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
  questions: {
    invitation:
      /^(?:pront[oa]s?|precisa|quer|tem|procura|alguma|dúvidas|você|está(?:s)? \p{L}+ndo|est[áa]s|sabia|sabias|conhece|sofreu|teve|foi (?:demitid|vítima)\p{L}*|não (?:sabe|encontrou|tem|quer|perca)|e|ou|mas)(?!\p{L})/iu,
    // Most verbs stand first; what begins with an article has to have one that is known.
    asks: /(?<!\p{L})(?:que|qu[eê]|quem|qual|quais|quando|quant[oa]s?|onde|aonde|como|porqu[eê]|é|são|está|estão|há|pode|podem|posso|deve|devem|devo|tem|têm|tenho|vale|custam?|funcionam?|servem?|existem?)(?!\p{L})|^(?!(?:uma?s?|uns|[oa]s?|ao|d[eoa]s?|n[oa]s?|em|com|por|para|sem|meu|minha|seu|sua)(?!\p{L}))/iu,
  },
}
