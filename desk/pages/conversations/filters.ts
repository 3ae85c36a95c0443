import { RATINGS } from '../../../shared/desk/conversations.ts'
import type { Filters } from '../../api/queries.ts'
import { addDays, dayStart } from '../../ui/period.ts'

/** Filters with values of their own in each project. */
export const LISTED_FILTERS = ['assistant', 'language', 'tool', 'source', 'page'] as const

export const STATES = ['unanswered', 'error', 'stopped', 'repeated'] as const

const NAMES = ['from', 'to', 'rating', 'state', 'words', ...LISTED_FILTERS] as const
export type FilterName = (typeof NAMES)[number]
export type ListFilters = { readonly [Name in FilterName]?: string }

/** The filters in an address; values that no filter has are left out. */
export function readFilters(search: Readonly<Record<string, unknown>>): ListFilters {
  const given = NAMES.flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' && isValue(name, value) ? [[name, value]] : []
  })
  return Object.fromEntries(given) as ListFilters
}

function isValue(name: FilterName, value: string): boolean {
  if (name === 'rating') return (RATINGS as readonly string[]).includes(value)
  if (name === 'state') return (STATES as readonly string[]).includes(value)
  if (name === 'from' || name === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  return true
}

/** The filters as the server's query: days are moments there, the last day included. */
export function toQuery({ from, to, ...rest }: ListFilters, timeZone: string): Filters {
  const afterTo = to === undefined ? undefined : Date.parse(dayStart(addDays(to, 1), timeZone))
  return {
    ...rest,
    ...(from !== undefined && { from: dayStart(from, timeZone) }),
    ...(afterTo !== undefined && { to: new Date(afterTo - 1).toISOString() }),
  }
}

/** Filters that stand as chips: both ends of the time are one, words stand in their field. */
export function countChips(filters: ListFilters): number {
  const names = Object.keys(filters).filter((name) => !['from', 'to', 'words'].includes(name))
  return names.length + (filters.from !== undefined || filters.to !== undefined ? 1 : 0)
}
