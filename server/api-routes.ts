import { createClaimRoutes } from './extras/claim-routes.ts'
import { createEventRoutes } from './extras/event-routes.ts'
import { createFeedbackRoutes } from './extras/feedback-routes.ts'
import {
  createProjectThreadRoutes,
  createProjectUsageRoutes,
  createProjectUserRoutes,
} from './extras/project-routes.ts'
import { createProjectRunRoutes, createReportRoutes } from './extras/report-routes.ts'
import { createProjectScoreRoutes, createScoreRoutes } from './extras/score-routes.ts'
import { createTraceRoutes } from './extras/trace-routes.ts'
import type { ApiParts } from './routes/api-parts.ts'
import { createChatRoutes } from './routes/chat-routes.ts'
import { createDocsRoutes } from './console/docs/docs-routes.ts'
import { createFileRoutes, createPdfRoutes } from './routes/file-routes.ts'
import { createMessageRoutes, createOneMessageRoutes } from './routes/message-routes.ts'
import {
  createOneThreadRoutes,
  createThreadRoutes,
  createThreadSearchRoutes,
} from './routes/thread-routes.ts'
import type { Route } from './routes/route.ts'
import { createStreamRoutes } from './routes/stream-routes.ts'
import { createTokenRoutes } from './routes/token-routes.ts'

/** Every call of the API. The router, the description and the tests are made from this list. */
export function createApiRoutes(parts: ApiParts): readonly Route[] {
  const routes: readonly Route[] = [
    ...createTokenRoutes(parts),
    ...createThreadRoutes(parts),
    // Before the thread of any name, which this name is not.
    ...createThreadSearchRoutes(parts),
    ...createClaimRoutes(parts),
    ...createOneThreadRoutes(parts),
    ...createMessageRoutes(parts),
    ...createOneMessageRoutes(parts),
    ...createFeedbackRoutes(parts),
    ...createChatRoutes(parts),
    ...createStreamRoutes(parts),
    ...createReportRoutes(parts),
    ...createScoreRoutes(parts),
    ...createEventRoutes(parts),
    ...createTraceRoutes(parts),
    ...createFileRoutes(parts),
    ...createPdfRoutes(parts),
    ...createProjectThreadRoutes(parts),
    ...createProjectRunRoutes(parts),
    ...createProjectScoreRoutes(parts),
    ...createProjectUsageRoutes(parts),
    ...createProjectUserRoutes(parts),
    ...createDocsRoutes(() => routes),
  ]
  return routes
}
