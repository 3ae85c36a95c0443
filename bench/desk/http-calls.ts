import { createHostToken } from '../../e2e/host-token.ts'
import { DESK_PROJECT, DESK_VISITOR, SEARCH_WORDS } from './seed-conversations.ts'
import type { DeskHeaders } from './sign-in-at-desk.ts'
import { SEEDED_THREAD } from './store-calls.ts'
import { yearQuery } from './year-query.ts'

/** Used by this bench only. */
export const HOST_SECRET = 'a secret of the bench, 32 bytes or more'

export interface HttpCall {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads of the desk as its page makes them, beside a visitor's own list. */
export function createHttpCalls(headers: DeskHeaders): readonly HttpCall[] {
  const conversations = (query: Readonly<Record<string, string>> = {}) =>
    `conversations?${new URLSearchParams(query)}`
  const year = new URLSearchParams(yearQuery())
  const paths = {
    'list, first page': conversations(),
    'filter, two tags': conversations({ rating: 'bad', language: 'ar' }),
    'search, a frequent word': conversations({ words: SEARCH_WORDS.frequent }),
    'search, a usual word': conversations({ words: SEARCH_WORDS.usual }),
    'search, an absent word': conversations({ words: SEARCH_WORDS.absent }),
    'a conversation': `conversations/${SEEDED_THREAD}`,
    'values of the filters': 'filters',
    'usage of a year by day': `usage?${year}`,
    'home of a week': 'home',
    'quality of a week': 'quality',
  }
  const token = createHostToken(DESK_VISITOR.userId, HOST_SECRET)
  return [
    {
      name: 'a visitor’s own list of threads',
      path: '/v1/threads?limit=50',
      headers: { Authorization: `Bearer ${token}` },
    },
    ...Object.entries(paths).map(([name, path]) => ({
      name,
      path: `/desk/api/projects/${DESK_PROJECT}/${path}`,
      headers,
    })),
  ]
}

/** @throws Error if the server does not answer with 200. */
export async function sendCall(origin: string, { path, headers }: HttpCall): Promise<void> {
  const answer = await fetch(origin + path, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
}
