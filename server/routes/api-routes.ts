import type { ApiParts } from './api-parts.ts'
import { createChatRoutes } from './chat-routes.ts'
import { createClaimRoutes } from './claim-routes.ts'
import { createDocsRoutes } from './docs/docs-routes.ts'
import { createEventRoutes } from './event-routes.ts'
import { createFeedbackRoutes } from './feedback-routes.ts'
import { createFileRoutes } from './file-routes.ts'
import { createMessageRoutes } from './message-routes.ts'
import { createOneMessageRoutes } from './one-message-routes.ts'
import { createOneThreadRoutes } from './one-thread-routes.ts'
import { createPdfRoutes } from './pdf-routes.ts'
import { createProjectRunRoutes } from './project-run-routes.ts'
import { createProjectScoreRoutes } from './project-score-routes.ts'
import { createProjectThreadRoutes } from './project-thread-routes.ts'
import { createProjectUsageRoutes } from './project-usage-routes.ts'
import { createProjectUserRoutes } from './project-user-routes.ts'
import { createReportRoutes } from './report-routes.ts'
import type { Route } from './route.ts'
import { createScoreRoutes } from './score-routes.ts'
import { createStreamRoutes } from './stream-routes.ts'
import { createThreadRoutes } from './thread-routes.ts'
import { createThreadSearchRoutes } from './thread-search-routes.ts'
import { createTokenRoutes } from './token-routes.ts'
import { createTraceRoutes } from './traces/trace-routes.ts'

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
