import type { QuestionForms } from './question-forms.ts'

const FEMININE =
  'vantagens|desvantagens|características|funções|funcionalidades|limitações|diferenças|causas|consequências|condições|boas práticas|etapas'
const MASCULINE =
  'requisitos|objetivos|benefícios|passos|riscos|sintomas|ingredientes|preços|princípios'

export const ptQuestions: QuestionForms = {
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
}
