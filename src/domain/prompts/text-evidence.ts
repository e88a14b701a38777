import type { PageLead } from '../page/page-leads.ts'

/** True where a heading or the beginning of a section has what the pattern looks for. */
const says =
  (pattern: RegExp) =>
  (leads: readonly PageLead[]): boolean =>
    leads.some(({ heading, text }) => pattern.test(heading) || pattern.test(text))

const INGREDIENTS =
  /(?:^|[^\p{L}])(?:ingr[eé]di[eë]n(?:t|s)|zutat|składnik|malzeme|benodigdheden)|材料|食材|用料|재료/iu

/** True for the heading of a list of ingredients. */
export const isIngredients = (heading: string): boolean => INGREDIENTS.test(heading)

/** Ingredients are named as such, or several things are measured as a kitchen does. */
export const hasIngredients = (leads: readonly PageLead[]): boolean =>
  namesIngredients(leads) || hasAmounts(leads)

/** Above how a dish is made. */
const PREPARATION =
  /^(?:\d{1,2}[.)] ?)?(?:(?:cooking |baking )?(?:instructions|directions|method|preparation)|how to (?:make|cook)|steps|zubereitung|so wird'?s gemacht|preparaci[oó]n|elaboraci[oó]n|c[oó]mo se (?:hace|prepara)|préparation|modo de (?:preparo|preparaç[aã]o)|preparo|preparaç[aã]o|bereiding|werkwijze|zo maak je|(?:sposób )?(?:przygotowani[ea]|wykonani[ea])|tillagning|gör så här|så här gör du|preparazione|procedimento|yapılışı|hazırlanışı)(?!\p{L})|作り方|つくり方|做法|制作(?:方法|步骤)|烹饪步骤|만드는 ?(?:법|방법)|조리 ?(?:법|방법)/iu

/** True for a text with a list of ingredients and either how to prepare them or how much of each. */
export function isRecipeText(leads: readonly PageLead[]): boolean {
  const listed = leads.filter(({ heading }) => isIngredients(heading))
  if (listed.length === 0) return false
  return leads.some(({ heading }) => PREPARATION.test(heading)) || hasAmounts(listed)
}

const hasAmounts = (leads: readonly PageLead[]): boolean =>
  leads.some(({ text }) => (text.match(AMOUNT) ?? []).length >= MIN_AMOUNTS)

const MIN_AMOUNTS = 3

const namesIngredients = says(INGREDIENTS)
const AMOUNT =
  /[\d½¼¾⅓⅔]\s?(?:cups?|teaspoons?|tablespoons?|tsp|tbsp|oz|ounces?|lbs?|g|gr|kg|ml|dl|cl|EL|TL|Prisen?|cuill\p{L}+|cucharad\p{L}+|colher\p{L}*|eetlepels?|theelepels?|łyż\p{L}+|szklan\p{L}+|msk|tsk|krm|kaşığı|bardağı)(?=[\s.,;)]|$)|(?:大さじ|小さじ|큰술|작은술|汤匙|茶匙)|\d\s?(?:グラム|克|毫升|그램|컵)/giu

/** A length of time: `20 minutes`, `2 Std.`, `30分`. */
export const hasDuration = says(
  /\d\s?(?:min(?:\.|ut\p{L}*|s)?|h|hrs?|hours?|std|stund\p{L}*|heures?|horas?|uur|uren|godz\p{L}*|tim(?:mar|me)|dk|dakika|saat|sa)(?![\p{L}])|\d\s?(?:分(?!の)|時間|分钟|小时|시간)|\d\s?분/iu,
)

const PRICE =
  /[$€£¥₩₺]\s?\d|\d\s?(?:[$€£¥₩₺]|EUR|USD|GBP|CHF|PLN|zł|kr|TL|lei)(?!\p{L})|\d\s?(?:円|元|원)/u

export const hasPrice = says(PRICE)

/** Several things that have a price to choose from. */
export const hasPrices = (leads: readonly PageLead[]): boolean =>
  leads.filter(({ heading, text }) => PRICE.test(heading) || PRICE.test(text)).length > 1

/** The day or the hour of something. */
export const hasTime = says(
  /(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[.:h]\d\d(?!\d)|\d{1,2}\s?(?:am|pm|uhr)(?!\p{L})|\d\s?[月日]|\d\s?[월일]/iu,
)

/** Words by which people are asked to come. */
export const hasEntry = says(
  /\b(?:registr\p{L}+|sign up|rsvp|tickets?|book(?:ing)?|join us|admission|entry|anmeld\p{L}+|teilnahme|teilnehmen|eintritt|inscri\p{L}+|entradas?|billets?|participer|bilety?|zapisy|rejestracja|aanmelden|inschrijven|anmäl\p{L}+|biljett\p{L}*|kayıt|bilet)|申し?込|参加|チケット|报名|购票|신청|참가|예매/iu,
)

/** An address of mail, or a number to call. */
export const hasContact = says(/[\w.+-]{1,64}@[\w-]{1,63}\.\w|(?:\+|\b0)\d[\d ()/.-]{6,20}\d/u)
