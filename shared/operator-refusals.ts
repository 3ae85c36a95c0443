import type { ErrorCode } from './errors.ts'

/** Refusals that the operator lifts again; visitors keep their tokens, their conversations and what they typed. */
export const OPERATOR_REFUSALS: readonly string[] = [
  'address_blocked',
  'named_only',
] satisfies ErrorCode[]
