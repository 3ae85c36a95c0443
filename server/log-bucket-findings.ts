import { PROGRAM } from '../shared/program.ts'
import { examineBucket, findingText, frameOrigin } from './examine-bucket.ts'
import type { MissedUploads } from './files/missed-uploads.ts'
import type { Log } from './log.ts'
import { createThrottle } from './routes/throttle.ts'
import type { Settings } from './settings.ts'

/** Interval between two log lines about missing uploads. */
const ALARM_MS = 3_600_000

/**
 * Logs faults of the bucket, in parallel to the start: an unreachable store does not keep the server from
 * starting.
 */
export async function logBucketFindings(
  settings: Pick<Settings, 'objectStore' | 'publicUrl' | 'isProduction' | 'port'>,
  log: Log,
  now: () => number,
): Promise<void> {
  if (settings.objectStore === undefined) return
  const check = { settings: settings.objectStore, origin: frameOrigin(settings), now }
  try {
    for (const finding of await examineBucket(check)) log.warn({}, findingText(finding))
  } catch (error) {
    log.error({ err: error }, 'the bucket could not be examined')
  }
}

/** Some visitors close the page before their upload ends; if most uploads fail, the bucket is the cause. */
export function createMissedUploadsAlarm(log: Log, now: () => number) {
  const tellRarely = createThrottle(ALARM_MS, now)
  return ({ missed, arrived }: MissedUploads): void => {
    if (missed <= arrived) return
    tellRarely(() =>
      log.warn(
        { missed, arrived },
        `browsers got addresses for uploads in the bucket, and most uploads never came: its CORS rules may lack the origin of the chat, or browsers cannot reach S3_ENDPOINT. "${PROGRAM} doctor" says which`,
      ),
    )
  }
}
