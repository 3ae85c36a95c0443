import type { Authenticator } from '../auth/authenticate.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Files } from '../files/files.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import type { Limits } from '../limits/limits.ts'
import type { MessageRoom } from '../limits/message-room.ts'
import type { Projects } from '../projects/project.ts'
import type { Runs } from '../runs/runs.ts'
import type { Titles } from '../runs/titles.ts'
import type { Store } from '../store/store.ts'

/** What the API's handlers call. */
export interface ApiParts {
  readonly store: Store
  readonly projects: Projects
  readonly runs: Runs
  readonly titles: Titles
  readonly files: Files
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly limits: Limits
  readonly room: MessageRoom
  readonly bodies: BodyBudget
  readonly publicUrl: string | undefined
  readonly trustedProxies: number
  /** Told of a page that called and may not. */
  readonly onRefusedOrigin: (projectId: string, origin: string) => void
  /** Told of an answer that broke off after it had begun. */
  readonly onBrokenAnswer: (error: unknown) => void
  /** Told of a row that its reader asked for in a format that it cannot be converted to. */
  readonly onUnreadableRow: (row: { readonly id: string; readonly format: string }) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}
