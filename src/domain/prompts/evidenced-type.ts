import type { PageType } from '../page/page-types.ts'
import type { TypePage } from './type-page.ts'

/** A page with fewer words says nothing that would be an article or a chapter. */
const MIN_BODY_WORDS = 15
const MIN_ARTICLE_WORDS = 150
const MIN_STEPS = 3
/** Without a title that promises instructions, a shorter list may be any list with numbers. */
const MIN_UNTITLED_STEPS = 5
const MIN_QUESTIONS = 3
const QUESTION_SHARE = 0.75
/** What a page answers that calls itself questions and answers. */
const MIN_TITLED_QUESTIONS = 2
const MIN_CODE_BLOCKS = 3
const MIN_ENTRIES = 3
const MIN_LINKS = 5
const ENTRY_SHARE = 0.6
const LINK_SHARE = 0.5
/** Links that are nearly all of a page are a list of them, however they are marked up. */
const MOSTLY_LINKS = 0.7
const MIN_LINKED_WORDS = 60
const MIN_GOODS = 3

/** The type that content alone tells, `other` where it tells none. */
export function evidencedType(page: TypePage): PageType {
  if (isQuestions(page)) return 'faq'
  if (hasOffer(page)) return 'product'
  if (page.evidence.prices > 1 && isTitled(page, PRICING_TITLE)) return 'pricing'
  if (isInstructions(page)) return 'howto'
  if (isReference(page)) return 'docs'
  return isArticle(page) ? 'article' : 'other'
}

/** True where the page says more than a heading and a line below it; a page whose words were not counted may. */
export const hasProse = ({ wordCount }: TypePage): boolean =>
  wordCount === null || wordCount >= MIN_BODY_WORDS

/** A price alone is no offer: mathematics, code and news have some. */
export const hasOffer = ({ evidence: { prices, buys, isPriced } }: TypePage): boolean =>
  isPriced || (prices > 0 && buys > 0)

/** The main part are links to other pages, by headings, cards or items. */
export const isEntryList = (page: TypePage): boolean => isCardList(page) || isLinkList(page)

/** Most headings, or the cards that the page is made of, lead to other pages of the site. */
export function isCardList({ leads, evidence: { linkedHeadings, cards } }: TypePage): boolean {
  const titled = leads.filter(({ heading, level }) => heading !== '' && level > 1).length
  return Math.max(linkedHeadings, cards) >= Math.max(MIN_ENTRIES, titled * ENTRY_SHARE)
}

const isLinkList = ({ evidence, wordCount }: TypePage): boolean =>
  (evidence.linkedHeadings + evidence.linkedItems >= MIN_LINKS &&
    evidence.linkShare >= LINK_SHARE) ||
  (evidence.linkShare >= MOSTLY_LINKS && (wordCount ?? 0) >= MIN_LINKED_WORDS)

/** A list of goods has a price for most of them, or buttons to buy several. */
export function isShopList(page: TypePage): boolean {
  const { linkedHeadings, linkedItems, cards, prices, buys } = page.evidence
  if (prices < MIN_GOODS) return false
  if (buys > MIN_GOODS) return true
  return (
    isEntryList(page) && prices * 2 >= Math.min(20, Math.max(linkedHeadings + linkedItems, cards))
  )
}

/** Questions that the page answers, in its headings or elsewhere. */
export const countQuestions = ({ leads, questions }: TypePage): number =>
  Math.max(questions, leads.filter(({ heading }) => IS_QUESTION.test(heading)).length)

const IS_QUESTION = /[?？؟]\s*$/u

/** True for a page that is called by a question, and answers it. */
export const isAskedByTitle = ({ h1, title }: TypePage): boolean =>
  [h1, title].some((text) => text !== null && IS_QUESTION.test(text))

/** True for a page that is called questions, or has about as many of them as other headings. */
export function isMostlyAsked(page: TypePage): boolean {
  if (isTitled(page, FAQ_TITLE) || isAskedByTitle(page)) return true
  const others = page.leads.filter(
    ({ heading, level }) => heading !== '' && level > 1 && !IS_QUESTION.test(heading),
  )
  return countQuestions(page) >= others.length
}

function isQuestions(page: TypePage): boolean {
  const questions = countQuestions(page)
  if (isTitled(page, FAQ_TITLE)) return questions >= MIN_TITLED_QUESTIONS
  // Chapters of a manual may be headed by questions throughout.
  if (questions < MIN_QUESTIONS || isManual(page)) return false
  const titled = page.leads.filter(({ heading, level }) => heading !== '' && level > 1).length
  return questions >= titled * QUESTION_SHARE
}

const FAQ_TITLE =
  /\bfaqs?\b|\bq ?& ?a\b|frequently asked|questions (?:and|&) answers|häufig(?:e| gestellte) fragen|fragen und antworten|preguntas (?:frecuentes|y respuestas)|foire aux questions|questions fréquentes|perguntas (?:frequentes|e respostas)|veelgestelde vragen|najczęściej zadawane|częste pytania|vanliga frågor|frågor och svar|sıkça sorulan|sık sorulan|domande frequenti|よくある(?:ご)?質問|常见问题|常見問題|자주 (?:묻는|하는) 질문/iu

/** True with a numbered list that is no small part of the text, or with headings that count steps. */
export const hasSteps = (page: TypePage, maxWordsAStep = Infinity): boolean =>
  (page.orderedItems >= MIN_STEPS && (page.wordCount ?? 0) <= page.orderedItems * maxWordsAStep) ||
  countedHeadings(page, STEP_HEADING) >= MIN_STEPS ||
  countedHeadings(page, NUMBERED_HEADING) >= MIN_STEPS

function isInstructions(page: TypePage): boolean {
  if (isTitled(page, HOWTO_TITLE)) return hasSteps(page, MAX_WORDS_A_TITLED_STEP)
  if (countedHeadings(page, STEP_HEADING) >= MIN_STEPS) return true
  const { wordCount, orderedItems, codeBlocks } = page
  const isMostly = (wordCount ?? Infinity) <= orderedItems * MAX_WORDS_A_STEP
  return orderedItems >= MIN_UNTITLED_STEPS && isMostly && codeBlocks < MIN_CODE_BLOCKS
}

/** A numbered list in a longer text is a part of it. */
const MAX_WORDS_A_STEP = 60
const MAX_WORDS_A_TITLED_STEP = 200

const countedHeadings = ({ leads }: TypePage, pattern: RegExp): number =>
  leads.filter(({ heading, level }) => level > 1 && pattern.test(heading)).length

const STEP_HEADING =
  /^(?:step|schritt|paso|étape|passo|stap|krok|steg|adım|passaggio)\s*\d|^(?:ステップ|手順|步骤|步驟|단계)\s*[\d０-９一二三四五六七八九]|^第[一二三四五六七八九十\d]+步|^\d{1,2}\s*단계|^\d{1,2}\.\s*adım/iu
const NUMBERED_HEADING = /^(?:\d{1,2}[.)]\s|[①-⑳])/u
/** Beginnings of titles that promise instructions, or ends of them. */
const HOWTO_TITLE =
  /^(?:how ?to |how do (?:i|you) |tutorial|instructions|anleitung|wie (?:man|du|sie|ich) |so (?:geht|funktioniert|richten|installieren)|¿?c[oó]mo |instrucciones|comment |mode d.emploi|como |instruções|hoe |handleiding|stappenplan|jak |instrukcja|hur |så (?:här )?(?:gör|installerar)|come |如何|怎么|怎样)|(?:tutorial|anleitung|instructions|instrucciones|handleiding|instrukcja)$|(?:の(?:方法|手順|やり方|使い方)|する方法|方法|教程|步骤)$|(?:하는 (?:법|방법)|방법)$|nasıl .{2,60}/iu
const PRICING_TITLE =
  /^(?:pricing|prices|plans|price list|preise|preisliste|tarife|precios|tarifas|tarifs|prix|nos tarifs|preços|planos|prijzen|tarieven|cennik|ceny|priser|prislista|料金|価格|价格|定价|요금|가격|fiyatlar|fiyatlandırma|ücretler)/iu

const isTitled = ({ h1, title }: TypePage, pattern: RegExp): boolean =>
  [h1, title].some((text) => text !== null && pattern.test(text.slice(0, MAX_TITLE).trim()))

const MAX_TITLE = 120

/** Hosts of documentation. */
const MANUAL_HOST =
  /^(?:docs?|documentation|guides?|handbook|manuals?|wiki|reference|kb|dokumentation|handbuch)\./
const MANUAL_TITLE =
  /\b(?:guide|manual|reference|documentation|handbook|api|guía|referencia|documentación|leitfaden|handbuch|dokumentation|référence|manuel|guia|documentação|handleiding|podręcznik|kılavuz)\b|ガイド|リファレンス|マニュアル|ドキュメント|指南|手册|文档|가이드|설명서|문서/iu

/** What a site of documentation is called behind the titles of its pages. */
const MANUAL_SITE =
  /\s[|–—•·-]\s[^|–—•·]{0,60}(?:(?<!\p{L})(?:docs|documentation|handbook|(?:user|reference) (?:manual|guide)|dokumentation|handbuch|documentación|documentação|handleiding|dokumentacja|podręcznik)|ドキュメント|マニュアル|文档|문서)$/iu

const isManual = ({ evidence, host, title }: TypePage): boolean =>
  evidence.isManual ||
  MANUAL_HOST.test(host) ||
  (title !== null && MANUAL_SITE.test(title.slice(0, MAX_TITLE)))

function isReference(page: TypePage): boolean {
  if (page.author !== null && page.publishedAt !== null) return false
  if (isManual(page)) return hasProse(page)
  if (page.codeBlocks > 0 && isTitled(page, MANUAL_TITLE)) return true
  // What was written on a day, and has code in it, is a post.
  return page.codeBlocks >= MIN_CODE_BLOCKS && page.publishedAt === null
}

/** A text of some length with a date and an author's name, or a longer one with a date. */
function isArticle(page: TypePage): boolean {
  if (page.publishedAt === null || !hasProse(page)) return false
  return page.author !== null || (page.wordCount ?? 0) >= MIN_ARTICLE_WORDS
}
