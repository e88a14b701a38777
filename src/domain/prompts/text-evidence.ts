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

const hasAmounts = (leads: readonly PageLead[]): boolean =>
  leads.some(({ text }) => (text.match(AMOUNT) ?? []).length >= MIN_AMOUNTS)

const MIN_AMOUNTS = 3

const namesIngredients = says(INGREDIENTS)
const AMOUNT =
  /[\d½¼¾⅓⅔]\s?(?:cups?|teaspoons?|tablespoons?|tsp|tbsp|oz|ounces?|lbs?|g|gr|kg|ml|dl|cl|EL|TL|Prisen?|cuill\p{L}+|cucharad\p{L}+|colher\p{L}*|eetlepels?|theelepels?|łyż\p{L}+|szklan\p{L}+|msk|tsk|krm|kaşığı|bardağı)(?=[\s.,;)]|$)|(?:大さじ|小さじ|큰술|작은술|汤匙|茶匙)|\d\s?(?:グラム|克|毫升|그램|컵)/giu
