import { describe, expect, it } from 'vitest'
import { lintPrompt } from './lint-prompt.ts'

/** Prompts that ask fairly, many with the words that manipulative ones use. */
const HONEST: readonly string[] = [
  // English
  'Explain how memory works in the brain.',
  'What should I remember from this chapter?',
  'Summarize “How to remember names for future meetings”.',
  'Which laptop does the article recommend, and why?',
  'Compare the two plans on this page, with drawbacks of each.',
  'Answer from the sources listed above, cite each one you use by its URL, and say so if you cannot open one.',
  'Quote no more than 300 characters from any one source.',
  'What are the trade-offs? Do not guess.',
  'From now until 2020, what changed in the tide tables?',
  'Write a short history of memory, from clay tablets to chips.',
  'List best practices for a trusted execution environment.',
  'If you use the page, cite it as https://example.com/tides.',
  'Remember to cite the page for every number.',
  'Is Wikipedia a reliable source for medical questions? Give both views.',
  'Why do experts always recommend a second opinion?',
  'Do not only list benefits; name the disadvantages too.',
  'List the options, cheapest first, and say what each one lacks.',
  'How do I send an email to my landlord that is polite but firm?',
  'Explain how a computer stores data in memory.',
  'Should I buy or rent? Use the numbers on the page.',
  'What does the author say about people who ignore safety rules?',
  'Turn the steps into a checklist for my situation; ask me for missing inputs first.',
  'Compare what the page says about tea with two other independent sources; link all three.',
  'What claims need checking? List them with how to verify.',
  'Run through the main points and order them by date.',
  'Do not tell me the ending; give me a hint instead.',
  'Write a fair review with positive and negative points.',
  // Spanish
  'Resume el artículo en cinco puntos y conserva las cifras.',
  '¿Qué debo recordar de este capítulo?',
  'Compara las ventajas y los inconvenientes de cada opción.',
  '¿Por qué los médicos recomiendan caminar más?',
  'Responde a partir de las fuentes indicadas y cita la URL de cada una que uses.',
  '¿Es fiable esta fuente? Explica cómo comprobarlo.',
  '¿Cómo envío un correo a mi casero?',
  // French
  'Résume cette page en cinq points, avec les chiffres exacts.',
  'Quels sont les avantages et les inconvénients de chaque offre ?',
  'Que faut-il retenir de ce chapitre ?',
  'Cite chaque source utilisée par son adresse et dis si tu ne peux pas l’ouvrir.',
  'Pourquoi les spécialistes recommandent-ils cette méthode ?',
  'Comment fonctionne la mémoire à court terme ?',
  'Explique la notion de tiers de confiance.',
  // German
  'Fasse den Artikel in fünf Punkten zusammen.',
  'Welche Vor- und Nachteile nennt die Seite?',
  'Was sollte ich mir aus diesem Kapitel merken?',
  'Antworte anhand der genannten Quellen und gib zu jeder die URL an.',
  'Wie funktioniert das Gedächtnis von Oktopussen?',
  'Welche Quellen gelten als vertrauenswürdig, und warum?',
  'Rate nicht; sag, wenn die Seite keine Antwort gibt.',
  // Italian
  'Riassumi la pagina in cinque punti.',
  'Quali sono i vantaggi e gli svantaggi di ogni soluzione?',
  'Cosa devo ricordare di questo capitolo?',
  'Cita ogni fonte che usi con il suo indirizzo.',
  'Come funziona la memoria a breve termine?',
  'Spiega perché gli esperti consigliano di bere più acqua.',
  // Portuguese
  'Resuma a página em cinco pontos.',
  'Quais são as vantagens e as desvantagens de cada plano?',
  'O que devo lembrar deste capítulo?',
  'Cite cada fonte usada pelo seu endereço.',
  'Como funciona a memória de trabalho?',
  'Por que os médicos recomendam dormir mais?',
  // Japanese
  'このページを5つの要点にまとめてください。',
  'それぞれの利点と欠点を比較してください。',
  'この章で覚えておくべきことは何ですか。',
  '上記の情報源に基づいて答え、使ったものはURLで引用してください。',
  '記憶の仕組みを初心者に説明してください。',
  '専門家はなぜこの方法を勧めるのですか。',
  // Chinese
  '请用五个要点总结这个页面。',
  '比较各方案的优点和缺点。',
  '这一章我应该记住什么？',
  '请根据上述来源回答，并注明所用来源的网址。',
  '向初学者解释记忆是如何形成的。',
  '专家为什么推荐这种方法？',
]

describe('lintPrompt on honest prompts', () => {
  it.each(HONEST)('has no finding in %s', (text) => {
    expect(lintPrompt(text, { sources: ['example.com'], isTemplate: true })).toEqual([])
  })
})
