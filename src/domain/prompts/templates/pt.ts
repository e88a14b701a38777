import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const FEMININE =
  'vantagens|desvantagens|características|funções|funcionalidades|limitações|diferenças|causas|consequências|condições|boas práticas|etapas'
const MASCULINE =
  'requisitos|objetivos|benefícios|passos|riscos|sintomas|ingredientes|preços|princípios'

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
  questions: {
    readings: [
      [/^como ([^?]+)$/i, 'Como $v1?'],
      [/^por ?que ([^?]+)$/i, 'Por que $l1?'],
      [
        /^((?:o que (?:é|são|significa|fazer)|quando|onde|quem|qual é|quais são|para que) [^?]+)$/i,
        '$1?',
      ],
      [/^diferenças? entre ([^?]+)$/i, 'Qual é a diferença entre $1?'],
      [
        new RegExp(
          `^(?:as |nossas |suas )?((?:${FEMININE})(?: (?:de|do|da|dos|das|para) [^?]+)?)$`,
          'i',
        ),
        'Quais são as $l1?',
      ],
      [
        new RegExp(
          `^(?:os |nossos |seus )?((?:${MASCULINE})(?: (?:de|do|da|dos|das|para) [^?]+)?)$`,
          'i',
        ),
        'Quais são os $l1?',
      ],
      [
        /^(?!.* (?:ou|e) \p{L}+[aei]r )(\p{L}{2,}[aei]r(?:-se)? (?:o |a |os |as |um |uma |seus? |suas? |nossos? |nossas? )[^?:]+)$/iu,
        'Como $v1?',
      ],
    ],
    ofPage: [[/^instalação$/i, 'Como instalar $1?']],
    steps: [
      [
        /^((?:instalar|atualizar|configurar|criar|ativar|desativar|remover|converter|migrar|usar|adicionar|baixar) [^?:]+)$/i,
        'Como $v1?',
      ],
    ],
    definition:
      /^(?<term>(?:(?:O|A|Os|As|Um|Uma) )?\p{L}[^\s,;]*(?: (?!é |são |que )[^\s,;]+){0,4}) (?:é|(?<many>são)) (?:um|uma|o|a|os|as) /u,
    meaning: 'O que é $l1?',
    meaningOfMany: 'O que são $l1?',
    invitation:
      /^(?:pront[oa]s?|precisa|quer|tem|procura|alguma|dúvidas|você|está(?:s)? \p{L}+ndo|est[áa]s|sabia|sabias|conhece|sofreu|teve|foi (?:demitid|vítima)\p{L}*|não (?:sabe|encontrou|tem|quer|perca)|e|ou|mas)(?!\p{L})/iu,
    // Most verbs stand first; what begins with an article has to have one that is known.
    asks: /(?<!\p{L})(?:que|qu[eê]|quem|qual|quais|quando|quant[oa]s?|onde|aonde|como|porqu[eê]|é|são|está|estão|há|pode|podem|posso|deve|devem|devo|tem|têm|tenho|vale|custam?|funcionam?|servem?|existem?)(?!\p{L})|^(?!(?:uma?s?|uns|[oa]s?|ao|d[eoa]s?|n[oa]s?|em|com|por|para|sem|meu|minha|seu|sua)(?!\p{L}))/iu,
    points: 'Quais são os pontos principais de “$1”?',
    gist: 'De que trata o artigo “$1”?',
    says: 'O que o site $2 diz sobre “$1”?',
    pageSays: 'O que a página diz sobre “$1”?',
    use: 'Para que serve $1?',
    facts: {
      price: 'Qual é o preço de “$1”?',
      who: 'Quem é $1?',
      prices: sentences([
        [
          `${THING} (custa|custam) (?:apenas |só |cerca de |a partir de )?(?:R\\$ ?\\d|${PRICE})`,
          'Quanto $2 $l1?',
        ],
      ]),
      dates: sentences([
        [
          `${THING} (foi|foram) (fundad[oa]s?|criad[oa]s?|publicad[oa]s?|inaugurad[oa]s?|lançad[oa]s?) (?:por [^.]{2,60}? )?em ${YEAR}`,
          'Quando $2 $3 $l1?',
        ],
        [
          `${THING} (acontece|acontecerá|realiza-se|será realizad[oa]) (?:em|de|no dia) ${YEAR}`,
          'Quando $2 $l1?',
        ],
      ]),
      people: sentences([
        [
          `${NAMED} (é|foi) (?:o |a |um |uma |noss[oa] )?(?:(?:co)?fundador|diretor|presidente|prefeit|ministr|professor|escritor|poet|historiador|físic|químic|biólog|matemátic|filósof|pintor|cantor|jornalista|advogad|médic)[oae]?(?![\\p{L}])`,
          'Quem $2 $1?',
        ],
      ]),
    },
  },
}
