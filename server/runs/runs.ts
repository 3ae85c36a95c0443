import type { ChatBody } from '../../shared/wire/chat.ts'
import type { RunStreamBody } from '../../shared/wire/runs.ts'
import type { FileOwner } from '../files/files.ts'
import type { Scope } from '../store/store.ts'

export interface RunReader {
  /** Encoded server-sent events from the first on; ends with the stream's end mark. */
  stream(signal: AbortSignal): ReadableStream<Uint8Array>
}

export interface RemovedRow {
  readonly id: string
  readonly externalId: string | null
}

export interface AnswerOptions {
  /** The project's base as the caller wrote it, for the URLs of files. */
  readonly base: string
  /**
   * Asked at most once for each call: when a run is about to start, before anything of it is saved.
   * What it gives is called exactly once, when that run has ended or could not start; its refusal is
   * the call's. A call that joins a running answer, gets a stored one or was stopped asks for nothing.
   */
  readonly hold?: () => Promise<() => void>
  /** Where the caller is, as `hold` counts it. */
  readonly address?: string
}

export interface SubmitOptions extends AnswerOptions {
  /**
   * Whether the server saves the turn. Published runtimes store their own rows through the history
   * calls, and saving both would double every message.
   */
  readonly saves: boolean
  /**
   * Whether the reader announced itself as one that knows our own chunks: approvals go to no other,
   * since published clients fail at a chunk that they do not know.
   */
  readonly isOurs: boolean
}

export interface StopRequest {
  /** A thread's row id or the caller's own name for it. */
  readonly thread: string
  /** The `requestId` of the chat call to stop; without it, whatever runs in the thread. */
  readonly requestId?: string
}

export interface FollowRequest {
  /** A thread's row id or the caller's own name for it. */
  readonly thread: string
  /** The answer that `after` belongs to; of another one everything is sent. */
  readonly message?: string
  /** How many of the answer's events the caller has seen. */
  readonly after: number
  /** See {@link SubmitOptions.isOurs}. */
  readonly isOurs: boolean
}

/** A running answer, for whoever ends it from outside. */
export interface RunningAnswer {
  /** Who started it. */
  readonly scope: Scope
  /** Whoever has the thread by now; absent for an answer that its caller stores. */
  readonly threadId?: string
}

/** Answers that are being made. A run belongs to the server: its reader may leave, it goes on. */
export interface Runs {
  /**
   * Starts a run, or joins the one that the same message started already. A call whose last message is
   * an answer that waits goes on with it.
   *
   * @throws AlcoveError `run_active`, `conflict`, `invalid_request`, `idempotency_mismatch`, `not_found`,
   * `too_large`, and the errors of an upload for a file that came inside.
   */
  submit(owner: FileOwner, body: ChatBody, options: SubmitOptions): Promise<RunReader>
  /**
   * An assistant's answer to messages that the caller stores itself. It ends when its reader leaves.
   *
   * @throws AlcoveError `invalid_request`, `not_found`, `too_large`.
   */
  answer(owner: FileOwner, body: RunStreamBody, options: AnswerOptions): Promise<RunReader>
  /**
   * The running answer of a thread, or one of a caller that stores its own rows and has not read it to
   * its end yet. `undefined` when there is none, also of a thread that is not there, or not the caller's.
   */
  follow(scope: Scope, request: FollowRequest): Promise<RunReader | undefined>
  /** Stops a run and says which rows were taken back. A stop that comes first is kept and wins. */
  stop(scope: Scope, request: StopRequest): Promise<readonly RemovedRow[]>
  /**
   * Ends all running answers of this process that match, and returns how many. `kept`: what there is
   * of them is saved, marked as interrupted; `forgotten`: nothing more of them is saved.
   */
  endWhere(
    matches: (run: RunningAnswer) => boolean | Promise<boolean>,
    fate: 'kept' | 'forgotten',
  ): Promise<number>
  /** Saves what a crash left of runs that nobody drives any more. Returns how many there were. */
  recover(): Promise<number>
  /** Waits until the running answers end, at most `timeoutMs`, then interrupts and saves the rest. */
  drain(timeoutMs: number): Promise<void>
}
