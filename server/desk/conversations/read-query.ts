import type { InferOutput } from 'valibot'
import type { conversationFilters, conversationQuery } from '../../../shared/desk/conversations.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { ConversationPage, ConversationPlace } from '../../store/store.ts'

type Filters = { readonly [Name in keyof typeof conversationFilters]?: string | undefined }

/** Filters with a tag of their own kind: `language:en`. */
const TAG_FILTERS = ['assistant', 'language', 'state', 'tool', 'source', 'page'] as const

/** @throws AlcoveError `invalid_request` for a time that is none. */
export function readFilters(query: Filters): Pick<ConversationPage, 'filter' | 'text'> {
  const tags = TAG_FILTERS.flatMap((kind) => {
    const value = query[kind]
    return value === undefined ? [] : [`${kind}:${value}`]
  })
  const { rating, words } = query
  if (rating === 'good' || rating === 'bad') tags.push(`rating:${rating}`)
  const text = words?.trim()
  return {
    filter: {
      from: readTime('from', query.from),
      to: readTime('to', query.to),
      tags,
      withoutTags: rating === 'none' ? ['rating:good', 'rating:bad'] : [],
    },
    text: text === '' ? undefined : text,
  }
}

/** @throws AlcoveError `invalid_request` for times and places that are none. */
export const readPageQuery = (
  query: InferOutput<typeof conversationQuery>,
): Omit<ConversationPage, 'projectIds'> => ({
  ...readFilters(query),
  limit: query.limit,
  after: readPlace('after', query.after),
  since: readPlace('since', query.since),
})

/** With milliseconds, UTC: as rows have it. */
function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new AlcoveError('invalid_request', `${name}: expected a time such as 2026-11-29T08:00:00Z.`)
}

const PLACE = /^(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z)_([!-~]{1,200})$/

function readPlace(name: string, text: string | undefined): ConversationPlace | undefined {
  if (text === undefined) return undefined
  const [, lastAt, id] = PLACE.exec(text) ?? []
  if (lastAt !== undefined && id !== undefined) return { lastAt, id }
  throw new AlcoveError(
    'invalid_request',
    `${name}: expected the \`next\` of an earlier page, or a conversation's \`lastAt\`, _ and \`id\`.`,
  )
}

export const placeText = ({ lastAt, id }: ConversationPlace): string => `${lastAt}_${id}`
