import type { FileOwner } from '../files/files.ts'
import type { Assistant } from '../models/model.ts'
import type { AmountOf } from './amount-of.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Ask } from './create-ask.ts'
import type { DrivenRun } from './drive-run.ts'
import type { Call } from './read-call.ts'
import type { Recovery } from './recover-runs.ts'
import type { RunParts, Started } from './run-parts.ts'
import type { RunSlot } from './run-slot.ts'

/** What starting a run that is saved needs. */
export interface SavedParts extends RunParts {
  readonly owner: string
  readonly leaseUntil: () => string
  readonly checkpoints: Checkpoints
  readonly recovery: Recovery
}

export interface SavedCall {
  readonly caller: FileOwner
  readonly base: string
  readonly call: Call
  readonly slot: RunSlot
  readonly isOurs: boolean
}

/** With what answers it. */
export interface PreparedCall extends SavedCall {
  readonly assistant: Assistant
  readonly amountOf: AmountOf
  readonly ask: Ask
}

export interface SavedStart extends Started {
  /** Absent when nothing runs for this call. */
  readonly driven?: DrivenRun
}
