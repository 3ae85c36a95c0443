import { createTellRarely } from './tell-rarely.ts'

const HOUR_MS = 3_600_000
const FORM_CHARACTERS = 64

/**
 * Warns, once an hour, that a trusted proxy gives no address: all of its visitors then share one limit. The
 * log has only the form of the entry, because its text may be an address after all.
 */
export function createUnreadableAddresses(
  log: { warn(facts: object, message: string): void },
  now: () => number,
): (entry: string | undefined) => void {
  const tell = createTellRarely(HOUR_MS, now)
  return (entry) =>
    tell(() =>
      log.warn(
        entry === undefined ? {} : { form: formOf(entry) },
        entry === undefined ? MISSING : UNREADABLE,
      ),
    )
}

const MISSING =
  'X-Forwarded-For has fewer entries than ALCOVE_TRUSTED_PROXIES counts, or is missing: such requests share the limits of the address that they come from. Let each proxy add its entry, correct the number, and let nothing reach the server past the proxies'

const UNREADABLE =
  'the entry that a trusted proxy added to X-Forwarded-For is no address: such requests share the limits of the proxy itself. Let the proxy add the address of its client'

/** `203.0.113.7;80` becomes `999.9.999.9;99`. */
const formOf = (entry: string): string =>
  entry.slice(0, FORM_CHARACTERS).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9')
