import { PROGRAM } from '../shared/program.ts'
import { checkConfigs } from './projects/check-configs.ts'
import type { ConfigHolder } from './projects/project.ts'
import {
  createHealthChecks,
  type Finding,
  type HealthCheck,
} from './desk/reports/health/health-checks.ts'
import { examineBucket, frameOrigin } from './examine-bucket.ts'
import { examineOwnFolders } from './examine-folders.ts'
import type { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import { sizeText } from './size-text.ts'
import type { Store } from './store/store.ts'

const DAY_MS = 86_400_000
/** An older backup is told of: one a day is usual, and a weekly one may be late. */
const BACKUP_DAYS_MAX = 8

interface HealthWorld {
  readonly settings: Settings
  readonly configs: Readonly<ConfigHolder>
  readonly store: Store
  readonly readiness: Pick<Readiness, 'check'>
  /** Rejects while Redis does not answer. Undefined: the server uses none. */
  readonly askRedis?: (() => Promise<unknown>) | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The looks of the desk's health page: those of `alcove doctor` that hold no other call. */
export function connectHealth(world: HealthWorld) {
  const { settings, store, now } = world
  const checks: readonly HealthCheck[] = [
    { name: 'store', look: () => lookAtStore(world) },
    { name: 'files', look: () => lookAtFiles(world) },
    ...(world.askRedis ? [{ name: 'redis', look: () => lookAtRedis(world.askRedis) }] : []),
    { name: 'disk', look: () => lookAtDisk(settings) },
    { name: 'backup', look: async () => judgeBackup(await store.deskReports.lastBackup(), now()) },
    { name: 'configuration', look: () => lookAtConfiguration(world) },
  ]
  return createHealthChecks({ checks, now, elapsed: () => performance.now() })
}

const good = (sentence: string): Finding => ({ state: 'good', sentence })

async function lookAtStore({ store, readiness }: HealthWorld): Promise<Finding> {
  const startedAt = performance.now()
  await store.ping()
  const ms = Math.round(performance.now() - startedAt)
  const failure = await readiness.check()
  if (failure) throw failure
  return good(`The database takes writes, and answers within ${ms} ms.`)
}

async function lookAtFiles({ settings, now }: HealthWorld): Promise<readonly Finding[]> {
  if (settings.objectStore === undefined) return [good('Files are kept in the data folder.')]
  const origin = frameOrigin(settings)
  const findings = await examineBucket({ settings: settings.objectStore, origin, now })
  const told = findings.map(({ text, remedy }): Finding => ({
    state: 'bad',
    sentence: text,
    remedy,
  }))
  return told.length > 0 ? told : [good('The bucket answers the server, and lets the chat in.')]
}

async function lookAtRedis(ask: HealthWorld['askRedis']): Promise<Finding> {
  try {
    await ask?.()
    return good('Redis answers.')
  } catch {
    return {
      state: 'bad',
      sentence: 'Redis does not answer: each server counts its limits alone.',
      remedy: 'Start Redis, or correct REDIS_URL. The log of the server has the cause.',
    }
  }
}

async function lookAtDisk(settings: Settings): Promise<Finding> {
  const free = await examineOwnFolders(settings)
  return good(
    free === undefined
      ? 'This server keeps nothing on its disk.'
      : `The data folder can be written, and ${sizeText(free)} of its disk are free.`,
  )
}

/** @param madeAt time of the newest backup; null: none has told. */
export function judgeBackup(madeAt: string | null, now: number): Finding {
  const remedy = `Run "${PROGRAM} backup <folder>" each day. A backup by other means, such as pg_dump, is not known here.`
  if (madeAt === null) return { state: 'warning', sentence: 'No backup was made.', remedy }
  const days = Math.floor((now - Date.parse(madeAt)) / DAY_MS)
  const age = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`
  const sentence = `The last backup is ${age} old.`
  return days > BACKUP_DAYS_MAX ? { state: 'warning', sentence, remedy } : good(sentence)
}

async function lookAtConfiguration(world: HealthWorld): Promise<readonly Finding[]> {
  const { settings, configs, store } = world
  const warnings = [...settings.warnings]
  const log = { warn: (_: object, text: string) => void warnings.push(text) }
  await checkConfigs(configs.current, settings, store, log)
  return warnings.length === 0
    ? [good('The configuration has no warnings.')]
    : warnings.map((sentence) => ({ state: 'warning', sentence }))
}
