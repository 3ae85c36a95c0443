import { threadSearchQuerySchema, threadSearchSchema } from '../../shared/wire/threads.ts'
import type { ApiParts } from './api-parts.ts'
import { route, type Route } from './route.ts'
import { matchJson, threadJson } from './row-json.ts'

export const createThreadSearchRoutes = ({ store, limits }: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/threads/search',
    summary: 'Find threads of the caller’s workspace by words in their titles and messages',
    access: 'user',
    query: threadSearchQuerySchema,
    answers: { 200: threadSearchSchema },
    count: (c) => limits.takeSearch(c.var.identity),
    async handle(c, { query: { query: text, limit } }) {
      const { signal } = c.req.raw
      const matches = await store.threads.search(c.var.identity, { text, limit, signal })
      return c.json({
        threads: matches.map((match) => ({
          ...threadJson(match.thread),
          match: matchJson(match),
        })),
      })
    },
  }),
]
