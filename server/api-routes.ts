import { withDocsRoutes } from './console/docs/docs-routes.ts'
import { claimRoutes } from './extras/claim-routes.ts'
import { eventRoutes } from './extras/event-routes.ts'
import { feedbackRoutes } from './extras/feedback-routes.ts'
import { projectRoutes } from './extras/project-routes.ts'
import { reportRoutes } from './extras/report-routes.ts'
import { scoreRoutes } from './extras/score-routes.ts'
import { traceRoutes } from './extras/trace-routes.ts'
import { chatRoutes } from './routes/chat-routes.ts'
import { fileRoutes } from './routes/file-routes.ts'
import { messageRoutes } from './routes/message-routes.ts'
import type { Route } from './routes/route.ts'
import { streamRoutes } from './routes/stream-routes.ts'
import { threadRoutes } from './routes/thread-routes.ts'
import { tokenRoutes } from './routes/token-routes.ts'

/** Every call of the API. The router, the description and the tests are made from this list. */
export const API_ROUTES: readonly Route[] = withDocsRoutes([
  ...tokenRoutes,
  ...threadRoutes,
  ...claimRoutes,
  ...messageRoutes,
  ...feedbackRoutes,
  ...chatRoutes,
  ...streamRoutes,
  ...projectRoutes,
  ...reportRoutes,
  ...scoreRoutes,
  ...eventRoutes,
  ...traceRoutes,
  ...fileRoutes,
])
