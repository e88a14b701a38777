import type { QuestionForms } from './question-forms.ts'

const FEMININE =
  'ventajas|desventajas|características|funciones|funcionalidades|limitaciones|diferencias|causas|consecuencias|condiciones|herramientas|buenas prácticas|conclusiones'
const MASCULINE =
  'requisitos|requerimientos|objetivos|beneficios|pasos|riesgos|síntomas|ingredientes|precios|principios|valores|retos'

export const esQuestions: QuestionForms = {
  readings: [
    [/^(?:¿ ?)?c[oó]mo ([^?¿]+)$/i, '¿Cómo $v1?'],
    [/^(?:¿ ?)?por ?qué ([^?¿]+)$/i, '¿Por qué $l1?'],
    [
      /^(?:¿ ?)?((?:qué (?:es|son|significa|hacer)|cuándo|dónde|quién|quiénes|cuál es|cuáles son|para qué) [^?¿]+)$/i,
      '¿$0?',
    ],
    [/^diferencias? entre ([^?]+)$/i, '¿Cuál es la diferencia entre $1?'],
    [/^([^?:¿]{2,40}) (?:vs\.?|versus) ([^?:¿]{2,40})$/i, '¿En qué se diferencian $1 y $2?'],
    [
      new RegExp(`^(?:las |nuestras |sus )?((?:${FEMININE})(?: (?:de|del|para) [^?]+)?)$`, 'i'),
      '¿Cuáles son las $l1?',
    ],
    [
      new RegExp(`^(?:los |nuestros |sus )?((?:${MASCULINE})(?: (?:de|del|para) [^?]+)?)$`, 'i'),
      '¿Cuáles son los $l1?',
    ],
    [
      /^(?!.* [oy] \p{L}+[aei]r )(\p{L}{2,}[aei]r(?:se)? (?:el |la |los |las |un |una |tus? |mis? |sus? |nuestr[oa]s? )[^?:¿]+)$/iu,
      '¿Cómo $v1?',
    ],
  ],
  ofPage: [[/^instalación$/i, '¿Cómo se instala $1?']],
  steps: [
    [
      /^((?:instalar|actualizar|configurar|crear|activar|desactivar|eliminar|convertir|migrar|usar|añadir|cambiar|respaldar|descargar) [^?:¿]+)$/i,
      '¿Cómo $v1?',
    ],
  ],
  definition:
    /^(?<term>(?:(?:El|La|Los|Las|Un|Una) )?\p{Lu}?\p{L}[^\s,;]*(?: (?!es |son |que )[^\s,;]+){0,4}) (?:es|(?<many>son)) (?:un|una|el|la|los|las)\b/u,
  meaning: '¿Qué es $l1?',
  meaningOfMany: '¿Qué son $l1?',
  invitation:
    /^¿? ?(?:list[oa]s?|no (?!es |más |nos |las |los )\p{L}{2,}s|no (?:te|est[áa] segur[oa])|te \p{L}+|le han|has|est[áa]s|eres|crees|sabes|sab[íi]as|conoces|sufres|sufriste|tuviste|fuiste|\p{L}{2,}[ai]ste|ha(?:béis|n despedido)|está usted|usted|cómo te \p{L}+mos|cu[áa]nt[oa]s? [^?]{2,40} est[áa]s? [^? ]+ndo|necesitas|quieres|quiere|tienes|tiene|buscas|te interesa|alguna|dudas|preguntas|y|o|pero)(?![\p{L}])/iu,
  // Most verbs stand first; what begins with an article has to have one that is known.
  asks: /(?<!\p{L})(?:qué|quién(?:es)?|cuál(?:es)?|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|ad[oó]nde|c[oó]mo|por ?qu[eé]|para qu[eé]|es|son|está|están|hay|pued[eo]n?|deb[eo]n?|tienen?|tengo|vale|cuestan?|funcionan?|sirven?|existen?)(?!\p{L})|^(?!¿? ?(?:un[oa]?s?|el|l[ao]s?|al|del?|en|con|por|para|sin|mi|tu|su)(?!\p{L}))/iu,
  points: '¿Cuáles son los puntos principales de «$1»?',
  gist: '¿De qué trata el artículo «$1»?',
  says: '¿Qué dice el sitio $2 sobre «$1»?',
  pageSays: '¿Qué dice la página sobre «$1»?',
  use: '¿Para qué sirve $1?',
}
