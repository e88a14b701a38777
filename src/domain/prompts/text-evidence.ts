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
