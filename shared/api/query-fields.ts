import * as v from 'valibot'
import { described } from './described.ts'

/** A flag in a query: text, since addresses have no other values. */
export const flag = v.pipe(
  v.picklist(['true', 'false'], 'expected true or false.'),
  v.transform((text) => text === 'true'),
)

/** A number in a query. */
export const wholeNumber = (max: number, meaning: string) => {
  const message = `expected a whole number from 1 to ${max}.`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, message),
    v.description(`${meaning} A whole number from 1 to ${max}.`),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  )
}

/** A page's size. */
export const pageLimit = (fallback: number, max: number, meaning = 'Most rows of one page.') =>
  v.optional(wholeNumber(max, meaning), String(fallback))

/** Start of a page. */
export const pageAfter = described(
  v.optional(v.string()),
  'The id of the last row that you have: the page begins behind it. Leave it out for the first page. A page with fewer rows than limit is the last one.',
)
