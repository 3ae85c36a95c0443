import { AlcoveError } from '../../shared/errors.ts'

/** `true` and `false` as clients write them. @throws AlcoveError `invalid_request`. */
export function parseFlag(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new AlcoveError('invalid_request', `${name}: expected true or false.`)
}

/** A page's size. @throws AlcoveError `invalid_request`. */
export function parseLimit(text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= max) return limit
  throw new AlcoveError('invalid_request', `limit: expected a whole number from 1 to ${max}.`)
}
