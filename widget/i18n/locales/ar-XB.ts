import { en } from '../en.ts'
import { mirroredEnglish } from '../pseudo-locale.ts'

/** For development: the chat from right to left, in readable English. */
export default mirroredEnglish(en)
