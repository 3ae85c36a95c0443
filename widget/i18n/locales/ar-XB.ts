import { mirroredEnglish } from '../pseudo-locale.ts'

/** For development: the chat from right to left, for whoever reads English. */
export default mirroredEnglish()
