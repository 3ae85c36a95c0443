import { Webhook } from 'standardwebhooks'

export interface SignedNotice {
  readonly id: string
  /** JSON text. */
  readonly body: string
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly at: Date
}

const MS_PER_SECOND = 1_000

/** Headers of Standard Webhooks: a signature by each secret, so that a receiver may still have the old one. */
export const signNotice = (
  secrets: readonly string[],
  { id, body, attempt, at }: SignedNotice,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / MS_PER_SECOND)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  // An attempt after the first may repeat what has arrived.
  'alcove-attempt': String(attempt),
})
