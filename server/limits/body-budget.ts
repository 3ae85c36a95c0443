import { createBusyError } from './busy-error.ts'

const MIB = 1_048_576

/** A body up to here is not counted: small calls work whoever fills the rest. */
export const BODY_UNCOUNTED_BYTES = 65_536
/** Of all bodies that this process reads or works on at once. */
export const BODIES_MAX_BYTES = 128 * MIB
/** Of those that come from one address. */
export const BODIES_PER_ADDRESS_MAX_BYTES = 64 * MIB

/** What one request's body takes of the budget. */
export interface BodyRoom {
  /**
   * Says how much of the body has come, so far.
   *
   * @throws a busy error when there is no room for more.
   */
  grow(bytes: number): void
  /** Gives everything back; may be called again. */
  close(): void
}

/** How much of requests' bodies may be in memory: of all callers, and of one address. */
export interface BodyBudget {
  open(address: string): BodyRoom
  /** Bytes that are counted now. */
  used(): number
}

/** What came is counted, not what was announced: who sends nothing takes nothing from others. */
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
