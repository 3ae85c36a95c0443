/** Default difficulty of the puzzle for new visitors: about a second on a slow phone (decision 0065). */
export const WORK_BITS = 18
/**
 * Maximum difficulty: with more, a slow phone could not send its first message within the 30 seconds of a
 * call.
 */
export const WORK_BITS_MAX = 20
/** Maximum of the number that solves a puzzle: it is hashed as four bytes. */
export const SOLUTION_MAX = 0xffff_ffff

/** Maximum of a page's proof for a new visitor, such as the token of a captcha, in characters. */
export const VISITOR_PROOF_MAX_CHARACTERS = 4_096
