import { missingFilesOf } from '../api/missing-files.ts'
import { isLost, isUploaded, type KeptFile } from '../device/kept-files.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'

/** Number of times that a message's files are uploaded again before the person is asked. */
export const RENEWALS_MAX = 1

/** Decides about messages whose files the server no longer has. */
export interface Renewals {
  /**
   * Marks the missing files of a refused message. The message waits while they can be uploaded again: automatically
   * only once, and only with a copy. `null`: the refusal has nothing to do with a file.
   */
  renew(
    message: OutboxMessage,
    error: unknown,
  ): { readonly message: OutboxMessage; readonly isWaiting: boolean } | null
  /** The person retries the message: its files may be uploaded once more. */
  allow(id: string): void
}

export function createRenewals(): Renewals {
  const counts = new Map<string, number>()

  return {
    renew(message, error) {
      const missing = missingFilesOf(error)
      if (missing.length === 0) return null
      const files = message.files.map((file) => markMissing(file, missing))
      const count = counts.get(message.id) ?? 0
      counts.set(message.id, count + 1)
      const isWaiting = count < RENEWALS_MAX && !files.some(isLost)
      return { message: { ...message, files }, isWaiting }
    },
    allow: (id) => void counts.delete(id),
  }
}

const markMissing = (file: KeptFile, urls: readonly string[]): KeptFile =>
  isUploaded(file) && urls.includes(file.url) ? { ...file, endsAt: 0 } : file
