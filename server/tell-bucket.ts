import { examineBucket, findingText, frameOrigin } from './examine-bucket.ts'
import type { MissedUploads } from './files/missed-uploads.ts'
import type { Log } from './log.ts'
import { createTellRarely } from './routes/tell-rarely.ts'
import type { Settings } from './settings.ts'

/** Between two lines about uploads that never came. */
const ALARM_MS = 3_600_000

/** Logs what is wrong with the bucket, beside the start: a store that is away keeps no server from starting. */
export async function tellBucket(
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

/** Some visitors close the page before their upload is through; the bucket is to blame where most fail. */
export function createMissedUploadsAlarm(log: Log, now: () => number) {
  const tellRarely = createTellRarely(ALARM_MS, now)
  return ({ missed, arrived }: MissedUploads): void => {
    if (missed <= arrived) return
    tellRarely(() =>
      log.warn(
        { missed, arrived },
        'browsers got addresses for uploads in the bucket, and most uploads never came: its CORS rules may lack the origin of the chat, or browsers cannot reach S3_ENDPOINT. "npm run alcove -- doctor" says which',
      ),
    )
  }
}
