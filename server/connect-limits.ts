import { deriveKey } from './auth/secret.ts'
import { createAddressKey } from './limits/address-key.ts'
import { createBudgets } from './limits/budgets.ts'
import type { Counters } from './limits/counters.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { createMessageRoom, PROJECT_BYTES_LIFE_MS } from './limits/message-room.ts'
import { createShareAlarm } from './limits/share-alarm.ts'
import type { Log } from './log.ts'
import { createLookupCache } from './projects/lookup-cache.ts'
import type { Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

export interface LimitsWorld {
  readonly settings: Pick<Settings, 'secret'>
  readonly store: Pick<Store, 'budgets' | 'messages'>
  readonly counters: Counters
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Connects all counters of callers, and logs callers that reach a limit. */
export function connectLimits(world: LimitsWorld, projects: Pick<Projects, 'limitsOf'>) {
  const { settings, store, counters, log, now } = world
  const addressKey = createAddressKey(deriveKey(settings.secret, 'budget-address'))
  const tellShareUsedUp = createShareAlarm({
    counters,
    addressKey,
    onUsedUp: (share) =>
      log.warn(share, 'visitors of an address used up their share: more is refused for now'),
  })
  const limits = createLimits({
    tableOf: projects.limitsOf,
    counters,
    tellShareUsedUp,
    onVisitorsUsedUp: (projectId) =>
      log.warn({ projectId }, 'the visitors of this hour are used up: a flood, or a success'),
  })
  const budgets = createBudgets({
    tableOf: projects.limitsOf,
    ledger: store.budgets,
    counters,
    addressKey,
    tellShareUsedUp,
    onUsedUp: (projectId, budget, forWhom) =>
      log.warn(
        { projectId, budget, forWhom },
        'a budget of the day is used up: answers are refused',
      ),
    now,
  })
  const room = connectMessageRoom(world, limits)
  return { addressKey, limits, budgets, room, tellShareUsedUp }
}

function connectMessageRoom({ store, counters, log, now }: LimitsWorld, limits: Limits) {
  const sums = createLookupCache({
    load: (id) => store.messages.projectBytes(id),
    lifeMs: PROJECT_BYTES_LIFE_MS,
    now,
  })
  return createMessageRoom({
    limits,
    projectBytes: async (id) => (await sums.find(id)) ?? 0,
    counters,
    onFull: (projectId, forWhom) =>
      log.warn(
        { projectId, forWhom },
        'a project stores as many messages as it may: more are refused',
      ),
  })
}
