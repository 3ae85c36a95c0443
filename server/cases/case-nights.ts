import { CASES_MAX } from '../../shared/desk/cases.ts'
import type { CaseRunRow, NewNotice, Store } from '../store/store.ts'
import type { FindSide } from './case-sides.ts'
import { compareNights } from './compare-nights.ts'

/** Cases that one notice names. */
export const NOTICE_CASES_LISTED = 10
/** Characters of a model's name in a notice. */
const MODEL_SHOWN_CHARACTERS = 100
const HOUR_MS = 3_600_000
const DAY_LENGTH = '2026-11-29'.length

export interface CaseNightsParts {
  readonly store: Pick<Store, 'cases' | 'caseRuns' | 'maintenance'>
  readonly findSide: FindSide
  /** Version that is published; null: none. */
  readonly publishedNumber: (projectId: string) => Promise<number | null>
  readonly onError: (error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface CaseNights {
  /**
   * Starts the nightly runs that are due, each once a day for all servers together. A run whose hour was missed starts later on
   * the same day. Returns how many were started.
   */
  startDue(): Promise<number>
  /** A notice to owners at the end of a nightly run; undefined: nothing changed. */
  noticeOf(run: CaseRunRow): Promise<NewNotice | undefined>
}

export function createCaseNights(parts: CaseNightsParts): CaseNights {
  const { store, findSide, publishedNumber, onError, now } = parts
  /** Projects with a run, by the day for which that is known. */
  const known = { day: '', projects: new Set<string>() }

  async function startOne(projectId: string, day: string, hour: number): Promise<boolean> {
    const side = await findSide(projectId, 'live')
    const due = side?.project.cases.nightly ?? null
    if (due === null || hour < due) return false
    if (await store.caseRuns.hasNight(projectId, day)) {
      known.projects.add(projectId)
      return false
    }
    const cases = await store.cases.list(projectId, CASES_MAX)
    if (cases.length === 0) return false
    const run = {
      projectId,
      sides: ['live'],
      times: 1,
      by: null,
      isWhole: true,
      draftRevision: null,
      publishedNumber: await publishedNumber(projectId),
      attempts: cases.map(({ id }) => ({ caseId: id, side: 'live' as const })),
    } as const
    return (await store.caseRuns.startNight(run, day)) !== undefined
  }

  return {
    async startDue() {
      const day = new Date(now()).toISOString().slice(0, DAY_LENGTH)
      const hour = Math.floor((now() - Date.parse(day)) / HOUR_MS)
      if (known.day !== day) {
        known.day = day
        known.projects.clear()
      }
      const count = await store.maintenance.alone('case-nights', async () => {
        let started = 0
        for (const id of await store.cases.projects()) {
          if (known.projects.has(id)) continue
          // A project that cannot be read keeps no other from its run.
          const isStarted = await startOne(id, day, hour).catch((error: unknown) => onError(error))
          if (isStarted === true) started += 1
        }
        return started
      })
      return count ?? 0
    },
    async noticeOf({ id, projectId, nightlyDay, publishedNumber: version }) {
      if (nightlyDay === null) return undefined
      const earlier = await store.caseRuns.lastNight(projectId, nightlyDay)
      // Another version explains other answers.
      if (!earlier || earlier.publishedNumber !== version) return undefined
      if ((await publishedNumber(projectId)) !== version) return undefined
      const changed = compareNights(
        await store.cases.list(projectId, CASES_MAX),
        earlier.startedAt,
        await store.caseRuns.attempts(earlier.id),
        await store.caseRuns.attempts(id),
      )
      if (changed.length === 0) return undefined
      return {
        projectId,
        event: 'cases.changed',
        data: {
          run: id,
          version,
          failed: changed.length,
          cases: changed.slice(0, NOTICE_CASES_LISTED).map(({ name, before, now: model }) => ({
            name,
            ...(before === model ? {} : { before: cut(before), now: cut(model) }),
          })),
        },
        dedupe: `cases ${id}`,
      }
    },
  }
}

const cut = (model: string | null): string | null =>
  model?.slice(0, MODEL_SHOWN_CHARACTERS).toWellFormed() ?? null
