import type { ChatOptions } from '../api/cloud.ts'
import { createBackoff, type BackoffSettings } from './backoff.ts'
import type { Turn } from './conversation-state.ts'
import { isUnreachable } from './passing-failure.ts'
import type { Transport, TurnStream } from './transport.ts'

/** A message that did not reach the server is sent again so often; then its writer is told. */
export const SEND_RETRIES = 2

export interface SendAgainSettings extends BackoffSettings {
  readonly transport: Pick<Transport, 'follow'>
  readonly isStopping: () => boolean
}

/**
 * Opens the stream of a turn. A message whose call the network swallowed is sent again, under the same
 * id: a server that has it already answers with the run that it started. Nothing else is repeated: an
 * answer would be made twice. Without a network, or behind one that hangs, nobody waits for the tries.
 *
 * @throws AlcoveError, or the signal's reason.
 */
export async function openAgain(
  open: (options: ChatOptions) => Promise<TurnStream>,
  { kind }: Turn,
  settings: SendAgainSettings,
  options: ChatOptions,
): Promise<TurnStream> {
  const isSafe = kind === 'submit' && settings.transport.follow !== undefined
  if (!isSafe) return open(options)
  const backoff = createBackoff({ ...settings, retriesMax: SEND_RETRIES })
  try {
    for (;;) {
      try {
        return await open(options)
      } catch (error) {
        if (!isUnreachable(error) || !settings.wake.isOnline()) throw error
        if (!(await backoff.next(options.signal)) || settings.isStopping()) throw error
      }
    }
  } finally {
    backoff.stop()
  }
}
