import { AlcoveError } from '../../shared/errors.ts'
import { examineBucket, findingText, frameOrigin } from '../examine-bucket.ts'
import type { Settings } from '../settings.ts'

/** @throws AlcoveError `unavailable` with all faults of the bucket, and their remedies. */
export async function requireBucket(settings: Settings): Promise<void> {
  if (settings.objectStore === undefined) return
  const origin = frameOrigin(settings)
  const check = { settings: settings.objectStore, origin, now: () => Date.now() }
  const [first, ...rest] = await examineBucket(check)
  if (first === undefined) return
  throw new AlcoveError('unavailable', first.text, {
    hint: [first.remedy, ...rest.map(findingText)].join(' '),
  })
}

/** Lines about a bucket without faults. */
export function bucketLines(settings: Settings): readonly string[] {
  if (settings.objectStore === undefined) return []
  const { bucket } = settings.objectStore
  const origin = frameOrigin(settings)
  return [
    origin === undefined
      ? `The bucket "${bucket}" answers the server. Without ALCOVE_PUBLIC_URL nobody knows whether it lets the chat in.`
      : `The bucket "${bucket}" answers the server, and lets pages of ${origin} in.`,
  ]
}
