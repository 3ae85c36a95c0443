import { setTimeout as delay } from 'node:timers/promises'
import { encodeMessage, isStorablePart } from '../../shared/thread/encode-message.ts'
import { AUI_V0 } from '../../shared/thread/stored-row.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { RunRow, Store } from '../store/store.ts'
import type { CheckpointWriter } from './checkpoints.ts'
import type { RunKeeper } from './drive-run.ts'

/** A finished answer is tried to be saved again after each of these; its checkpoints stand meanwhile. */
export const SAVE_RETRY_MS: readonly number[] = [100, 500, 2_000]

/** An answer's row: files are named in its metadata, and no other part is left out. */
export const encodeAnswer = (answer: Message) => ({
  format: AUI_V0,
  content: encodeMessage({ ...answer, content: answer.content.filter(isStorablePart) }),
})

export interface StoreKeeperSettings {
  readonly store: Store
  readonly run: RunRow
  readonly writer: CheckpointWriter
  /** Takes over what could not be done, however often it was tried. */
  readonly onGiveUp: (task: () => Promise<unknown>) => void
}

export function createStoreKeeper({
  store,
  run,
  writer,
  onGiveUp,
}: StoreKeeperSettings): RunKeeper {
  async function end<Result>(task: () => Promise<Result>): Promise<Result> {
    await writer.close()
    try {
      return await retry(task)
    } catch (error) {
      // Until it is done the run stays open in the store, and its thread takes no other.
      onGiveUp(task)
      throw error
    }
  }

  return {
    checkpoint: (json) => writer.add(json),
    hold: () => writer.hold(),
    save: (answer) => end(() => store.runs.finish(run, encodeAnswer(answer))),
    takeBack: () => end(() => store.runs.takeBack(run)),
    leave: () => writer.close(),
  }
}

/** For a caller that stores its own rows. */
export const KEEPS_NOTHING: RunKeeper = {
  checkpoint() {},
  hold: () => undefined,
  save: () => Promise.resolve(true),
  takeBack: () => Promise.resolve([]),
  leave: () => Promise.resolve(),
}

async function retry<Result>(task: () => Promise<Result>): Promise<Result> {
  for (const wait of SAVE_RETRY_MS) {
    try {
      return await task()
    } catch {
      await delay(wait)
    }
  }
  return task()
}
