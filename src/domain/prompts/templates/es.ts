import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const FEMININE =
  'ventajas|desventajas|características|funciones|funcionalidades|limitaciones|diferencias|causas|consecuencias|condiciones|herramientas|buenas prácticas|conclusiones'
const MASCULINE =
  'requisitos|requerimientos|objetivos|beneficios|pasos|riesgos|síntomas|ingredientes|precios|principios|valores|retos'

export const es: LocaleTexts = {
  quotes: { open: '«', close: '»', innerOpen: '“', innerClose: '”' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Lee {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Lee {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Lee la página que figura abajo en «Source».',
  },
  kinds: {
    summarize: {
      label: 'Resumir esta página',
      sentence: 'Resume la página en 5 puntos. Conserva con exactitud las cifras y los nombres.',
    },
    key_takeaways: {
      label: 'Ideas clave',
      sentence: 'Enumera las ideas clave y a quién le importa cada una.',
    },
    explain: {
      label: 'Explicar de forma sencilla',
      sentence: 'Explica {{topic|quote}} a partir de la página para principiantes, con un ejemplo.',
    },
    ask: {
      label: 'Preguntar sobre esta página',
      sentence:
        'Responde a esta pregunta a partir de la página e indica si la página no la trata: {{question|quote}}',
    },
    compare: {
      label: 'Comparar con otras fuentes',
      sentence:
        'Compara lo que dice la página sobre {{topic|quote}} con otras dos fuentes independientes y enlaza las tres.',
    },
    apply: {
      label: 'Crear una lista de tareas',
      sentence:
        'Convierte los pasos en una lista de tareas para mi situación; pregúntame primero los datos que falten.',
    },
    critique: {
      label: 'Comprobar las afirmaciones',
      sentence:
        '¿Qué afirmaciones de la página conviene comprobar? Enuméralas e indica cómo verificar cada una.',
    },
    cite: {
      label: 'Citar la página',
      sentence:
        'Cita textualmente las definiciones, cifras y afirmaciones de la página que merezca la pena citar. Si usas la página, cítala como {{canonical_url}}.',
    },
    translate: {
      label: 'Traducir lo principal',
      sentence:
        'Traduce los puntos principales de la página a mi idioma; pregúntame cuál es si no está claro.',
    },
  },
  citeShort:
    'Cita textualmente las definiciones, cifras y afirmaciones de la página que merezca la pena citar. Si usas la página, cita su URL.',
  typeNames: {
    article: 'artículo',
    docs: 'documentación',
    howto: 'instrucciones',
    faq: 'preguntas y respuestas',
    product: 'producto',
    category: 'listado',
    listing: 'lista',
    pricing: 'precios',
    landing: 'página de inicio',
    event: 'evento',
    recipe: 'receta',
    profile: 'perfil',
    legal: 'texto legal',
    other: 'página',
  },
  usual: {
    productFit: '¿Para quién es {{product}}?',
    productCost: '¿Cuánto cuesta {{product}} y qué incluye?',
    plan: '¿Qué plan conviene a cada necesidad?',
    when: '¿Cuándo y dónde se celebra {{title|quote}}?',
    join: '¿Cómo puedo participar en {{title|quote}}?',
    ingredients: '¿Qué ingredientes necesito para {{title|quote}}?',
    duration: '¿Cuánto se tarda en preparar {{title|quote}}?',
    knownFor: '¿Por qué se conoce a {{title|quote}}?',
    plainLegal: '¿Qué significa este texto para mí, en palabras sencillas?',
    offer: '¿Qué ofrece {{site_name}} y a quién?',
    behind: '¿Quién está detrás de {{site_name}}?',
    contact: '¿Cómo puedo contactar con {{site_name}}?',
  },
  questions: {
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
    facts: {
      price: '¿Cuál es el precio de «$1»?',
      who: '¿Quién es $1?',
      prices: sentences([
        [
          `${THING} (cuesta|cuestan) (?:solo |sólo |unos |desde |aproximadamente )?${PRICE}`,
          '¿Cuánto $2 $l1?',
        ],
      ]),
      dates: sentences([
        [
          `${THING} (fue|fueron) (fundad[oa]s?|cread[oa]s?|publicad[oa]s?|inaugurad[oa]s?|lanzad[oa]s?) (?:por [^.]{2,60}? )?(?:en|el) ${YEAR}`,
          '¿Cuándo $2 $3 $l1?',
        ],
        [`${THING} se (fundó|creó|publicó|inauguró|lanzó) (?:en|el) ${YEAR}`, '¿Cuándo se $2 $l1?'],
        [
          `${THING} (se celebra|se celebrará|tiene lugar|tendrá lugar) (?:el|del|en|entre el) ${YEAR}`,
          '¿Cuándo $2 $l1?',
        ],
      ]),
      people: sentences([
        [
          `${NAMED} (es|fue) (?:el |la |un |una |nuestr[oa] )?(?:(?:co)?fundador|director|president|presidente|consejer[oa] delegad|alcalde|ministr|profesor|catedrátic|escritor|poet|historiador|físic|químic|biólog|matemátic|filósof|pintor|cantante|periodista|abogad|médic)[oae]?(?![\\p{L}])`,
          '¿Quién $2 $1?',
        ],
      ]),
    },
  },
}
