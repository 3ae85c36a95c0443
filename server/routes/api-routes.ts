import type { ApiParts } from './api-parts.ts'
import { createChatRoutes } from './chat-routes.ts'
import { createMessageRoutes } from './message-routes.ts'
import type { Route } from './route.ts'
import { createThreadRoutes } from './thread-routes.ts'
import { createTokenRoutes } from './token-routes.ts'

/** Every call of the API. The router, the description and the tests are made from this list. */
export const createApiRoutes = (parts: ApiParts): readonly Route[] => [
  ...createTokenRoutes(parts),
  ...createThreadRoutes(parts),
  ...createMessageRoutes(parts),
  ...createChatRoutes(parts),
]
