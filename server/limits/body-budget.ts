import { createBusyError } from './busy-error.ts'

const MIB = 1_048_576

/** Bodies up to this size are not counted, so that small calls work even if others fill the rest. */
export const BODY_UNCOUNTED_BYTES = 65_536
/** Maximum of all bodies that this process reads or processes at once. */
export const BODIES_MAX_BYTES = 128 * MIB
/** Maximum of bodies from one address. */
export const BODIES_PER_ADDRESS_MAX_BYTES = 64 * MIB

/** The part of one request in the budget. */
export interface BodyRoom {
  /**
   * Reports how much of the body has arrived.
   *
   * @throws a busy error if the budget is used up.
   */
  grow(bytes: number): void
  /** Releases everything; may be called again. */
  close(): void
}

/** Limits the bytes of request bodies in memory: of all callers, and of one address. */
export interface BodyBudget {
  open(address: string): BodyRoom
  /** Bytes that are counted now. */
  used(): number
}

/**
 * Counts the bytes that arrived, not the announced length, so that a caller who sends nothing takes nothing
 * from others.
 */
export function createBodyBudget(): BodyBudget {
  const byAddress = new Map<string, number>()
  let total = 0

  function add(address: string, bytes: number) {
    total += bytes
    const own = (byAddress.get(address) ?? 0) + bytes
    if (own === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }

  return {
    open(address) {
      let counted = 0
      return {
        grow(bytes) {
          if (bytes <= BODY_UNCOUNTED_BYTES) return
          const more = bytes - counted
          const own = (byAddress.get(address) ?? 0) + more
          if (total + more > BODIES_MAX_BYTES || own > BODIES_PER_ADDRESS_MAX_BYTES) {
            throw createBusyError('Too many large bodies are being read; try again.')
          }
          add(address, more)
          counted = bytes
        },
        close() {
          add(address, -counted)
          counted = 0
        },
      }
    },
    used: () => total,
  }
}
