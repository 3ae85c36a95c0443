import * as v from 'valibot'

/** Schemas of options, in the configuration and in calls. Each text names the expected value. */
export const text = v.string('expected a text')

export const filledText = (max: number) => {
  const message = `expected 1 to ${max} characters`
  return v.pipe(text, v.minLength(1, message), v.maxLength(max, message))
}

export const wholeNumber = (min: number, max: number) => {
  const message = `expected a whole number from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

/** Counted before any item is validated. */
export const listOf = <Item extends v.GenericSchema>(item: Item, max: number) =>
  v.pipe(
    v.custom<readonly unknown[]>(Array.isArray, 'expected a list'),
    v.maxLength(max, `expected at most ${max} entries`),
    v.array(item),
  )
