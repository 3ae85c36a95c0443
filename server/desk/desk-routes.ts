import type { DeskRoute } from './desk-route.ts'
import { caseRoutes } from './routes/case-routes.ts'
import { caseRunRoutes } from './routes/case-run-routes.ts'
import { auditRoutes } from './routes/audit-routes.ts'
import { fixRoutes } from './routes/fix-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { knowledgeRoutes } from './routes/knowledge-routes.ts'
import { conversationRoutes } from './routes/conversation-routes.ts'
import { hookRoutes } from './routes/hook-routes.ts'
import { leavingRoutes } from './routes/leaving-routes.ts'
import { openIdRoutes } from './routes/open-id-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'
import { reportMailRoutes } from './routes/report-mail-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { settingsRoutes } from './routes/settings-routes.ts'

/** Every call of the desk. The router and the table of roles are made from this list. */
export const DESK_ROUTES: readonly DeskRoute[] = [
  ...sessionRoutes,
  ...openIdRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...reportRoutes,
  ...knowledgeRoutes,
  ...healthRoutes,
  ...conversationRoutes,
  ...fixRoutes,
  ...settingsRoutes,
  ...leavingRoutes,
  ...caseRunRoutes,
  ...caseRoutes,
  ...hookRoutes,
  ...reportMailRoutes,
]
