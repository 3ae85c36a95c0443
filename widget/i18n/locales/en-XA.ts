import { accentedEnglish } from '../pseudo-locale.ts'

/** For development: what came from no catalogue, and what is clipped. */
export default accentedEnglish()
