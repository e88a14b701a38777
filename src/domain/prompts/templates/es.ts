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
}
