import type { LocaleTexts } from '../prompt-locale.ts'

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
      label: 'Resumir',
      sentence: 'Resume la página en 5 puntos. Conserva con exactitud las cifras y los nombres.',
    },
    key_takeaways: {
      label: 'Ideas clave',
      sentence: 'Enumera las ideas clave y a quién le importa cada una.',
    },
    explain: {
      label: 'Explicar de forma sencilla',
      sentence: 'Explica la página para principiantes, con un ejemplo.',
    },
    ask: {
      label: 'Preguntar sobre esta página',
      sentence:
        'Responde a esta pregunta a partir de la página e indica si la página no la trata: {{question|quote}}',
    },
    compare: {
      label: 'Comparar con otras fuentes',
      sentence:
        'Compara lo que dice la página con otras dos fuentes independientes y enlaza las tres.',
    },
    apply: {
      label: 'Crear una lista de tareas',
      sentence:
        'Convierte los pasos en una lista de tareas para mi situación; pregúntame primero los datos que falten.',
    },
    critique: {
      label: 'Comprobar afirmaciones',
      sentence:
        '¿Qué afirmaciones de la página conviene comprobar? Enuméralas e indica cómo verificar cada una.',
    },
    cite: {
      label: 'Citar',
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
  questions: {
    invitation:
      /^¿? ?(?:list[oa]s?|no (?!es |más |nos |las |los )\p{L}{2,}s|no (?:te|est[áa] segur[oa])|te \p{L}+|le han|has|est[áa]s|eres|crees|sabes|sab[íi]as|conoces|sufres|sufriste|tuviste|fuiste|\p{L}{2,}[ai]ste|ha(?:béis|n despedido)|está usted|usted|cómo te \p{L}+mos|cu[áa]nt[oa]s? [^?]{2,40} est[áa]s? [^? ]+ndo|necesitas|quieres|quiere|tienes|tiene|buscas|te interesa|alguna|dudas|preguntas|y|o|pero)(?![\p{L}])/iu,
    // Most verbs stand first; what begins with an article has to have one that is known.
    asks: /(?<!\p{L})(?:qué|quién(?:es)?|cuál(?:es)?|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|ad[oó]nde|c[oó]mo|por ?qu[eé]|para qu[eé]|es|son|está|están|hay|pued[eo]n?|deb[eo]n?|tienen?|tengo|vale|cuestan?|funcionan?|sirven?|existen?)(?!\p{L})|^(?!¿? ?(?:un[oa]?s?|el|l[ao]s?|al|del?|en|con|por|para|sin|mi|tu|su)(?!\p{L}))/iu,
  },
}
