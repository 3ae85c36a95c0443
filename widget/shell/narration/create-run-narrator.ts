import type { Settings } from '../../world/read-settings.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import { formatDuration } from '../../i18n/format-units.ts'
import type { Announce } from '../../ui/create-announcer.ts'

/** A faster answer is announced only when it is complete. */
export const ANSWERING_AFTER_MS = 1000
/** Interval at which a long run announces that it continues. */
export const STILL_EVERY_MS = 10_000

/** The end of a run, as far as a listener needs it. */
export type RunEnd =
  /** `note`: the reason, if it was cut short. */
  | { readonly type: 'complete'; readonly text: string; readonly note?: string | undefined }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed' }
  | { readonly type: 'not-sent' }
  /** Another thread is shown, so nothing is said about the old run. */
  | { readonly type: 'left' }
  /** The bar of notices announces it, since it is a status. */
  | { readonly type: 'noticed' }

export interface RunNarratorInput {
  readonly announce: Announce
  readonly t: Translate
  readonly locale: string
  /** The sentence of the currently running tool, or `null`. */
  readonly currentTool: () => string | null
  /** The text about an answer of which no part has arrived; undefined if the reason is shown. */
  readonly silence: () => 'message.slow' | 'message.starting' | undefined
  /** How much the person wants to hear. Failures are announced at every setting. */
  readonly wanted: () => Settings['announcements']
}

export interface RunNarrator {
  started(): void
  ended(end: RunEnd): void
  destroy(): void
}

/** Announces the turning points of a run, never single tokens. */
export function createRunNarrator(input: RunNarratorInput): RunNarrator {
  const { announce, t, locale, currentTool, silence, wanted } = input
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  function say(text: string): void {
    if (text !== last && wanted() !== 'off') announce(text)
    last = text
  }

  function stillAnswering(elapsedMs: number): string {
    const tool = currentTool()
    if (tool !== null && tool !== last) return tool
    if (elapsedMs === STILL_EVERY_MS) return t(silence() ?? 'announce.still')
    return t('announce.stillFor', { duration: formatDuration(locale, elapsedMs) })
  }

  function tick(elapsedMs: number): void {
    timer = setTimeout(() => {
      say(stillAnswering(elapsedMs))
      tick(elapsedMs + STILL_EVERY_MS)
    }, STILL_EVERY_MS)
  }

  function stopTimer(): void {
    clearTimeout(timer)
  }

  return {
    started() {
      stopTimer()
      last = ''
      timer = setTimeout(() => {
        say(t('announce.answering'))
        timer = setTimeout(() => {
          say(stillAnswering(STILL_EVERY_MS))
          tick(2 * STILL_EVERY_MS)
        }, STILL_EVERY_MS - ANSWERING_AFTER_MS)
      }, ANSWERING_AFTER_MS)
    },
    ended(end) {
      stopTimer()
      switch (end.type) {
        case 'complete':
          if (wanted() === 'off') break
          if (end.text !== '')
            announce(
              wanted() === 'short'
                ? t('announce.answered')
                : t('announce.answer', { text: end.text }),
            )
          if (end.note !== undefined) announce(end.note)
          break
        case 'stopped':
          if (wanted() !== 'off') announce(t('announce.stopped'))
          break
        case 'failed':
          announce(t('error.answerFailed'), { channel: 'alert' })
          break
        case 'not-sent':
          announce(t('error.sendFailed'), { channel: 'alert' })
          break
        case 'left':
        case 'noticed':
          break
        default:
          end satisfies never
      }
    },
    destroy: stopTimer,
  }
}
